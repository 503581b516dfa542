# Sends the closing marker, waits until it is in the file, stops tcpdump and prints what it counted.
# Arguments: file, marker address, marker bytes (printf), marker token, seconds to wait for the marker
set -euo pipefail
file=/evidence/$1 address=$2 bytes=$3 token=$4 seconds=$5
pid=$(cat "$file.pid")
# Without a network, which goes with the service that it belongs to, there is no way for it.
# shellcheck disable=SC2059 # the bytes are the format
printf "$bytes" >"/dev/udp/$address/53" || true
deadline=$((SECONDS + seconds))
complete=true
until grep -qaF "$token" "$file"; do
  if ((SECONDS >= deadline)) || ! kill -0 "$pid" 2>/dev/null; then complete=false; break; fi
  sleep 0.02
done
kill -INT "$pid" 2>/dev/null || true
# not a child of this shell, so it cannot be waited for
while kill -0 "$pid" 2>/dev/null; do sleep 0.02; done
cat "$file.log"
echo "complete=$complete"
