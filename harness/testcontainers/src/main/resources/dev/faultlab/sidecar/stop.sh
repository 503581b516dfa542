# Sends the closing marker, waits until it is in the file, stops tcpdump and prints what it counted.
# Arguments: interface, file, marker frame (printf), marker token, seconds to wait for the marker
set -euo pipefail
interface=$1 file=/evidence/$2 bytes=$3 token=$4 seconds=$5
read -r pid born <"$file.pid"
alive() { [[ -n $born && $(cut -d ' ' -f 22 "/proc/$pid/stat" 2>/dev/null) == "$born" ]]; }
# Without a network, which goes with the service that it belongs to, there is no way for it.
# shellcheck disable=SC2059 # the bytes are the format
printf "$bytes" | socat -u - "INTERFACE:$interface" || true
deadline=$((SECONDS + seconds))
complete=true
until grep -qaF "$token" "$file"; do
  if ((SECONDS >= deadline)) || ! alive; then complete=false; break; fi
  sleep 0.02
done
if alive; then kill -INT "$pid" 2>/dev/null || true; fi
# not a child of this shell, so it cannot be waited for
while alive; do sleep 0.02; done
cat "$file.log"
echo "complete=$complete"
