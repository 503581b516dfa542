# A client of an echo server, with the habits that its options name. Its workers run until they are killed.
# Arguments: servers=A,B (name servers) and any of
#   lookup=each (for each connection), ttl (kept for its TTL), once (kept for ever)
#   connection=each (one per call), kept (for ever), polite (closed before its next use, once idle for idle= seconds)
#   workers=N; 1: all calls go one after the other
#   ask=all (name servers in turn, until one answers), first; tries=N (rounds of that); wait=N (seconds for each query)
# `call`: reads "ID BYTES" from /tmp/canary/in.WORKER and writes "answered" or "failed" to /tmp/canary/out.ID
set -uo pipefail
trap '' PIPE HUP
lookup=each connection=each workers=24 ask=all tries=2 wait=2 idle=1 servers='' name=canary.faultlab port=47007
declare "$@"
dir=/tmp/canary
mkdir -p "$dir"
IFS=, read -r -a servers <<<"$servers"
if [[ $ask == first ]]; then servers=("${servers[0]}"); fi

# Prints the address and how many seconds it may be kept.
query() {
  local round server answer
  for ((round = 0; round < tries; round++)); do
    for server in "${servers[@]}"; do
      answer=$(dig +noall +answer +tries=1 +time="$wait" "@$server" "$name" A)
      if [[ $answer =~ ([0-9]+)[[:space:]]+IN[[:space:]]+A[[:space:]]+([0-9.]+) ]]; then
        echo "${BASH_REMATCH[2]} ${BASH_REMATCH[1]}"
        return
      fi
    done
  done
  return 1
}

address() {
  local answer='' ttl='' expires=0
  if [[ $lookup == each ]]; then
    answer=$(query) || return 1
    echo "${answer% *}"
    return
  fi
  exec 9>>"$dir/lock"
  flock 9
  if [[ -s $dir/kept ]]; then read -r answer expires <"$dir/kept"; fi
  if [[ -z $answer ]] || { [[ $lookup == ttl ]] && ((EPOCHSECONDS >= expires)); }; then
    if read -r answer ttl < <(query); then echo "$answer $((EPOCHSECONDS + ttl))" >"$dir/kept"; fi
  fi
  exec 9>&-
  echo "$answer"
  [[ -n $answer ]]
}

# The connection is descriptor 7.
call() {
  local bytes=$1 to line sent
  if [[ $connection == polite ]] && ((EPOCHSECONDS - used >= idle)); then disconnect; fi
  if ! $connected; then
    to=$(address) || return 1
    exec 7<>"/dev/tcp/$to/$port" || return 1
    connected=true
  fi
  sent=$(head -c "$bytes" /dev/zero | tr '\0' x)
  if ! printf '%s\n' "$sent" >&7 || ! read -r line <&7 || [[ $line != "$sent" ]]; then
    disconnect
    return 1
  fi
  used=$EPOCHSECONDS
  if [[ $connection == each ]]; then disconnect; fi
}

disconnect() {
  if $connected; then exec 7>&-; fi
  connected=false
}

work() {
  local connected=false used=0 id bytes said
  exec 8<>"$dir/in.$1"
  while read -r id bytes <&8; do
    if call "$bytes"; then said=answered; else said=failed; fi
    echo "$said" >"$dir/new.$id"
    mv "$dir/new.$id" "$dir/out.$id"
  done
}

for ((k = 1; k <= workers; k++)); do
  rm -f "$dir/in.$k"
  mkfifo "$dir/in.$k"
  work "$k" </dev/null >/dev/null 2>&1 &
  echo $! >>"$dir/pids"
done
