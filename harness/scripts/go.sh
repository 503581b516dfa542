# shellcheck shell=bash
# Where a Go module is built and tested: by this machine's Go, or in an image. Sourced by go-check and build-go.
: "${root:?must be the clone}"

# Whether this machine has a Go that is as new as a module asks for (`go 1.24.0` in its go.mod).
has_go() { # module
  local required have
  required=$(sed -n 's/^go //p' "$1/go.mod")
  have=$(GOTOOLCHAIN=local go env GOVERSION 2>/dev/null) || return 1
  [[ $(printf '%s\n' "$required" "${have#go}" | sort -V | head -n 1) == "$required" ]]
}

# Runs a command in the image in which Go programs are built: in_go_image DOCKER_OPTION... -- COMMAND...
in_go_image() {
  local image setting
  local -a settings=()
  image=$("$root/faultlab" images go | awk '$1 == "go" { for (i = 1; i <= NF; i++) if ($i ~ /^faultlab\/go:|^golang:/) print $i }')
  for setting in GOPROXY GOSUMDB; do
    if [[ -n ${!setting:-} ]]; then settings+=(-e "$setting"); fi
  done
  while [[ $1 != -- ]]; do
    settings+=("$1")
    shift
  done
  shift
  docker run --rm --memory 4g --pids-limit 2048 --security-opt no-new-privileges:true "${settings[@]}" "$image" "$@"
}
