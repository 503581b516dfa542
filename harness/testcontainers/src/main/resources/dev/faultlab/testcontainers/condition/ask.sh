# Makes a canary call, all at the same time, and prints how many calls were answered, failed and unanswered.
# Arguments: calls, bytes of each, first worker, seconds of patience
set -euo pipefail
calls=$1 bytes=$2 first=$3 patience=$4
dir=/tmp/canary id=$EPOCHREALTIME
workers=$(find "$dir" -name 'in.*' | wc -l)
for ((k = 0; k < calls; k++)); do
  echo "$id-$k $bytes" >"$dir/in.$(((first + k) % workers + 1))"
done
end=$((SECONDS + patience)) left=$calls
until ((left == 0 || SECONDS >= end)); do
  sleep 0.05
  left=$((calls - $(find "$dir" -name "out.$id-*" | wc -l)))
done
said=$(cat "$dir/out.$id-"* 2>/dev/null || true)
answered=$(grep -c answered <<<"$said" || true) failed=$(grep -c failed <<<"$said" || true)
echo "$answered $failed $((calls - answered - failed))"
