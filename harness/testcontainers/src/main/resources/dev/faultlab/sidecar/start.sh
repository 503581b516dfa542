# Starts tcpdump in the sidecar and returns once it captures: the opening marker is in the file.
# Arguments: interface, filter, snap length, file, marker frame (printf), marker token
set -euo pipefail
interface=$1 filter=$2 snap=$3 file=/evidence/$4 bytes=$5 token=$6
mkdir -p /evidence
rm -f "$file" "$file.log" "$file.pid"
# Debian's tcpdump would give up root and then not be allowed to write; others do not know -Z.
as_root=()
if tcpdump --help 2>&1 | grep -q -- '-Z'; then as_root=(-Z root); fi
# -U and immediate mode: a packet is in the file as soon as it was seen, so a marker can be awaited.
tcpdump -n -i "$interface" -s "$snap" -U --immediate-mode -B 16384 "${as_root[@]}" -w "$file" "$filter" \
  </dev/null >/dev/null 2>"$file.log" &
pid=$!
began() { cut -d ' ' -f 22 "/proc/$pid/stat" 2>/dev/null || true; }
born=$(began)
# By both stop.sh knows it again: a number is given to another process some time.
echo "$pid $born" >"$file.pid"
alive() { [[ -n $born && $(began) == "$born" ]]; }
until grep -q 'listening on' "$file.log"; do
  alive || { cat "$file.log" >&2; exit 1; }
  sleep 0.02
done
# shellcheck disable=SC2059 # the bytes are the format
printf "$bytes" | socat -u - "INTERFACE:$interface"
until grep -qaF "$token" "$file"; do
  alive || { cat "$file.log" >&2; exit 1; }
  sleep 0.02
done
