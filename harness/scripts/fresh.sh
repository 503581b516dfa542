# shellcheck shell=bash
# Whether what was built is that of today's sources. Sourced by ./faultlab and build; starts one
# process per module, because ./faultlab asks each time.
: "${root:?must be the clone}"

# As the root pom lists them: a folder that is not in there yet is work in progress.
all_modules() { sed -n 's|^ *<module>\(.*\)</module> *$|\1|p' "$root/pom.xml"; }

# A folder counts as well: its time changes when a file in it is deleted.
is_stale() { # module
  local stamp=$root/$1/target/.faultlab-built
  [[ -e $stamp ]] || return 0
  # The harness has modules of its own, one folder each.
  [[ -n $(find "$root/pom.xml" "$root/$1"/{,*/}{pom.xml,src/main} -newer "$stamp" -print -quit 2>/dev/null) ]]
}

# The name in images/prebuilt of what all modules build from these sources.
prebuilt_name() {
  local -a modules
  mapfile -t modules < <(all_modules)
  (cd "$root" && find pom.xml "${modules[@]}" kernel-images images/base -name target -prune -o \
    -type f \( -name pom.xml -o -path '*/src/main/*' -o -path '*images/*' \) -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | sed -E 's|^(.{16}).*|faultlab/built:\1|')
}

# Sets $made_root and $made_java, the place and the JDK that the harness was made ready for: its
# class path and its archive of classes are good for no other. Both empty when it is not.
read_made_for() {
  made_root='' made_java=''
  # shellcheck disable=SC2034 # both are for the caller
  [[ ! -e $root/harness/target/app/made-for ]] ||
    { read -r made_root && read -r made_java; } <"$root/harness/target/app/made-for" || true
}
