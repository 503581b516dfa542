# shellcheck shell=bash
# Finds a JDK without starting one: a JVM takes longer to say its version than the launcher has.
# Sourced by bootstrap, check and ./faultlab.

readonly JDK_AT_LEAST=17

# jdk_major HOME: prints the major version out of HOME/release ("17", "8"), or fails.
jdk_major() {
  local line
  [[ -x $1/bin/javac && -r $1/release ]] || return 1
  line=$(grep -m1 '^JAVA_VERSION=' "$1/release") || return 1
  line=${line#*\"}
  line=${line#1.} # "1.8.0_392" is how JDK 8 says 8
  printf '%s\n' "${line%%[.\"+_-]*}"
}

# find_jdk: prints the home of a JDK that is new enough, or fails. JAVA_HOME wins over PATH,
# and PATH over what merely lies around, so that a person's own choice is respected.
find_jdk() {
  local candidate major
  local -a candidates=()
  [[ -n ${JAVA_HOME:-} ]] && candidates+=("$JAVA_HOME")
  if candidate=$(command -v javac); then
    candidate=$(readlink -f "$candidate")
    candidates+=("${candidate%/bin/javac}")
  fi
  for candidate in "${candidates[@]}" /usr/lib/jvm/* /opt/java/*; do
    major=$(jdk_major "$candidate") || continue
    if [[ $major =~ ^[0-9]+$ ]] && ((major >= JDK_AT_LEAST)); then
      printf '%s\n' "$candidate"
      return 0
    fi
  done
  return 1
}
