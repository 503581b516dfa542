# shellcheck shell=bash
# What runs came to that met something: a table with a row for each kind of it, to which several calls add.
# Sourced by bench/hostile, bench/killed and bench/standstill.

# As short as a run of a lab can be that has both sides: a fault and its control.
# shellcheck disable=SC2034 # for those who source this
declare -rA SHORTEST=(
  [charset]="--jdk 25 --jars 300 --variants three-names,one-name --trials 1"
  [dns-go]="--netdns go --variants fixed-ttl-over-lookuphost,record-ttl,moved-fixed-ttl,moved-record-ttl --trials 1"
  [dns-java]="--jdk 17 --variants shared-name,name-per-thread --trials 1"
  [random]="--jdk 25 --variants strong,shared-random,starved-strong,starved-shared-secure-random --trials 1"
  [syncookie]="--variants cookies --trials 1"
)

# What is neither a number of runs nor --help ends here, as --help does: with the words at the top of the bench.
tally_asked() { # number of runs
  [[ ! $1 =~ ^[1-9][0-9]*$ ]] || return 0
  sed -n '/^# /!q; s/^# //p' <(tail -n +2 "harness/bench/$(basename "$0")")
  [[ $1 == --help || $1 == -h ]] && exit 0
  echo "found '$1', expected a number of runs" >&2
  exit 64
}

# Sets $commit. Refuses a FILE to which this clone's runs cannot be added: each names the commit that was run.
tally_begin() { # bench, FILE or nothing
  commit=$(git rev-parse --short HEAD)
  [[ -n $2 ]] || return 0
  # Read to its end: where grep leaves at the first line, git is ended by a signal, and pipefail makes that "nothing found".
  if (($(git status --porcelain --untracked-files=no | grep -cvxF -e " M $2" || true))); then
    echo "bench $1: $2 names the commit, and there are changes that are not in it" >&2
    exit 64
  fi
  local of=''
  [[ ! -s $2 || $(head -n 1 "$2") == *',runs,as expected,'* ]] || { echo "bench $1: $2 has other columns; put it elsewhere to start again" >&2 && exit 64; }
  [[ ! -e $2 ]] || of=$(awk -F, 'NR == 2 { print $NF }' "$2")
  # Runs of two commits are of the same thing where only pages, results and the harness' tests lie between them.
  if [[ -n $of ]] && ! git diff --quiet "$of" HEAD -- . ':!docs' ':!results' ':!*.md' ':!harness/*/src/test' 2>/dev/null; then
    echo "bench $1: $2 has runs of commit $of, but this is commit $commit; put it elsewhere to start again" >&2
    exit 64
  fi
}

# What the engine still has of a run.
left_of() { # run
  docker ps -aq --filter "label=faultlab.run=$1"
  docker network ls -q --filter "label=faultlab.run=$1"
  docker volume ls -q --filter "label=faultlab.run=$1"
}

# The verdict of a result and its first reason; what is no result has neither.
verdict_of() { # result.json
  python3 -c 'import json, sys; v = json.load(open(sys.argv[1]))["verdict"]; print(v["judgement"] + ": " + " ".join(v["reasons"][:1]))' "$1" 2>/dev/null ||
    echo "unreadable: $1"
}

# How many runs are in a table: all, or those of some rows.
tally_runs() { # table, rows
  [[ -e $1 ]] || { echo 0 && return; }
  awk -F, -v rows=" ${*:2} " 'NR > 1 && (rows == "  " || index(rows, " " $1 " ")) { n += $2 } END { print n + 0 }' "$1"
}

# Adds a run, which is kept at once. It came to one of: as expected, inconclusive (with a reason), broke off (no verdict, and it says
# so), wrong. Benches that go on at the same time, each in a clone of its own, may add to the same table.
tally() { # table, what its rows are, the row, what the run came to, how much was left behind
  python3 - "$@" "$commit" <<'PYTHON'
import csv, fcntl, os, sys

file, kind, name, came, left, commit = sys.argv[1:]
folder = os.open(os.path.dirname(file) or ".", os.O_RDONLY)
fcntl.flock(folder, fcntl.LOCK_EX)
ways = ["as expected", "inconclusive", "broke off", "wrong"]
counts = ["runs", *ways, "left behind"]
rows = list(csv.DictReader(open(file))) if os.path.exists(file) else []
if all(r[kind] != name for r in rows):
    rows.append({kind: name, **dict.fromkeys(counts, 0)})
row = next(r for r in rows if r[kind] == name)
for count, more in {"runs": 1, **{way: way == came for way in ways}, "left behind": left != "0"}.items():
    row[count] = int(row[count]) + more
# The largest share that goes wrong with which none of so many would be seen to once in twenty times.
row["may go wrong %"] = "" if row["wrong"] or row["left behind"] else round(100 * (1 - 0.05 ** (1 / row["runs"])), 1)
row["commit"] = commit
with open(f"{file}.new", "w", newline="") as out:
    table = csv.DictWriter(out, [kind, *counts, "may go wrong %", "commit"], lineterminator="\n")
    table.writeheader()
    table.writerows(rows)
os.replace(f"{file}.new", file)
PYTHON
}

# Shows the table. Fails where a run of it, of this call or of an earlier one, came to something wrong or left something behind.
tally_end() { # bench, table
  [[ -s $2 ]] || { echo "bench $1: no run has met anything" >&2 && return 1; }
  cat "$2"
  if ! awk -F, 'NR > 1 { bad += $6 + $7 } END { exit bad > 0 }' "$2"; then
    echo "bench $1: WRONG: not every run kept its verdict and left nothing behind" >&2
    return 1
  fi
}
