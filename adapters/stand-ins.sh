# Sourced by the checks of workflows under act (https://github.com/nektos/act). GitHub's own actions are unavailable without GitHub:
# stand-ins take their place, with the inputs and outputs that we use. Needs $place, a folder of this check.
# shellcheck shell=bash disable=SC2154
act=$(command -v act) || {
  GOBIN=$place/bin go install github.com/nektos/act@v0.2.89
  act=$place/bin/act
}

# A composite action of one step: stand_in NAME 'INPUT...' 'OUTPUT...' < COMMANDS
stand_in() {
  local name=$1 input output
  mkdir -p "$place/actions/$name"
  {
    echo "name: stand-in for $name"
    echo "inputs:"
    for input in $2; do echo "  $input: {default: ''}"; done
    [[ -z $3 ]] || echo "outputs:"
    for output in $3; do echo "  $output: {value: \"\${{ steps.it.outputs.$output }}\"}"; done
    echo "runs: {using: composite, steps: [{id: it, shell: bash, run: $(jq -Rs .)}]}"
  } >"$place/actions/$name/action.yml"
}

# Keeps keys only, since a machine finds its own cache where it left it.
stand_in cache/restore 'path key restore-keys fail-on-cache-miss' 'cache-hit cache-primary-key cache-matched-key' <<COMMANDS
key='\${{ inputs.key }}'
[[ \$key != *,* && \${#key} -le 512 ]] || { echo "a cache key takes no comma and at most 512 characters: \$key" >&2; exit 1; }
echo "cache-primary-key=\$key" >>"\$GITHUB_OUTPUT"
if grep -qxF "\$key" $place/keys 2>/dev/null; then
  printf '%s\n' cache-hit=true "cache-matched-key=\$key" >>"\$GITHUB_OUTPUT"
elif [ -n '\${{ inputs.restore-keys }}' ] && last=\$(grep -F '\${{ inputs.restore-keys }}' $place/keys 2>/dev/null | tail -n 1); then
  echo "cache-matched-key=\$last" >>"\$GITHUB_OUTPUT"
else
  [ '\${{ inputs.fail-on-cache-miss }}' != true ]
fi
COMMANDS
stand_in cache/save 'path key' '' <<COMMANDS
echo '\${{ inputs.key }}' >>$place/keys
COMMANDS
# As GitHub's: a name is taken once, an artifact without files is only warned of, and of several folders each keeps its name.
stand_in upload-artifact 'name path if-no-files-found' '' <<COMMANDS
mkdir -p $place/artifacts && mkdir "$place/artifacts/\${{ inputs.name }}"
mapfile -t paths <<<'\${{ inputs.path }}'
for path in "\${paths[@]}"; do
  [ -e "\$path" ] || continue
  [ \${#paths[@]} -gt 1 ] || path=\$path/.
  cp -r "\$path" "$place/artifacts/\${{ inputs.name }}/"
done
COMMANDS

# Sets $instead, options of act that put the stand-ins in the place of what a file pins.
replace_pinned() { # file
  local action pinned
  mapfile -t pinned < <(sed -nE 's|.*uses: actions/([a-z-]+)[a-z/]*(@[0-9a-f]{40}).*|\1\2|p' "$1" | sort -u)
  instead=()
  for action in "${pinned[@]}"; do
    instead+=(--local-repository "actions/$action=$place/actions/${action%@*}")
  done
}
