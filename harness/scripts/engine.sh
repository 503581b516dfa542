# shellcheck shell=bash
# Which Docker engine is meant. Sourced by ./faultlab and bootstrap.

# Docker's own command follows a context (docker context use, DOCKER_CONTEXT), and what starts stacks here knows DOCKER_HOST
# alone: without this they would be at two engines. DOCKER_HOST goes before both, as for Docker's command.
follow_context() {
  [[ -z ${DOCKER_HOST:-} ]] || return 0
  local context=${DOCKER_CONTEXT:-} config=${DOCKER_CONFIG:-${HOME:-}/.docker}/config.json host
  if [[ -z $context && -r $config && $(<"$config") =~ \"currentContext\"[[:space:]]*:[[:space:]]*\"([^\"]+)\" ]]; then
    context=${BASH_REMATCH[1]}
  fi
  [[ ${context:-default} != default ]] || return 0
  local format='{{.Endpoints.docker.Host}}{{if .TLSMaterial.docker}} {{.Storage.TLSPath}}/docker{{end}}'
  if host=$(docker context inspect --format "$format" "$context" 2>/dev/null) && [[ -n $host ]]; then
    export DOCKER_HOST=${host%% *}
    [[ $host != *' '* ]] || export DOCKER_TLS_VERIFY=1 DOCKER_CERT_PATH=${host#* }
  else
    export DOCKER_CONTEXT=$context # so that everybody knows that one was chosen
  fi
}
