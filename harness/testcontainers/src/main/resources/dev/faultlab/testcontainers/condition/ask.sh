# Makes a canary call and prints how many calls were answered, failed and unanswered.
# Arguments: calls, how many at the same time, bytes of each, first worker, seconds of patience
set -euo pipefail
calls=$1 at_once=$2 bytes=$3 first=$4 patience=$5
dir=/tmp/canary id=$EPOCHREALTIME
workers=$(find "$dir" -name 'in.*' | wc -l)
for ((k = 0; k < calls; k++)); do
  echo "$id-$k $bytes" >"$dir/in.$(((first + k % at_once) % workers + 1))"
done
end=$((SECONDS + patience)) left=$calls
until ((left == 0 || SECONDS >= end)); do
  sleep 0.05
  left=$((calls - $(find "$dir" -name "out.$id-*" | wc -l)))
done
said=$(cat "$dir/out.$id-"* 2>/dev/null || true)
answered=$(grep -c answered <<<"$said" || true) failed=$(grep -c failed <<<"$said" || true)
echo "$answered $failed $((calls - answered - failed))"
