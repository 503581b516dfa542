# shellcheck shell=bash
# How a package starts, which has a runtime of its own and nothing to build. Sourced by ./faultlab.
: "${root:?must be the tree}"

# Sets $root to a tree that runs may write to: this one, or where it belongs to a package manager a copy of it for this
# user and this version, FAULTLAB_HOME.
writable_tree() {
  local from=$root commit
  [[ -e $from/.packaged ]] || return 0
  read -r commit <"$from/.commit"
  root=${FAULTLAB_HOME:-${XDG_DATA_HOME:-~/.local/share}/faultlab/${commit:0:12}}
  [[ -e $root/.commit ]] || (copy_tree "$from") || exit
  cmp -s "$from/.commit" "$root/.commit" || {
    echo "faultlab: $root has the labs of another version; name another folder with FAULTLAB_HOME, or move it away" >&2
    exit 64
  }
}

# Copies a tree to $root, in a subshell, which keeps the lock. Status 1 or 2 would be an answer of the command.
copy_tree() { # FROM
  [[ ! -e $root || -d $root ]] || not_ours
  # One copy at a time: a second first command would remove the parts of this one.
  { mkdir -p "$root" && exec 9<"$root" && flock 9; } || cannot_copy
  [[ ! -e $root/.commit ]] || return 0
  # Whatever else is there is not ours: a clone, say, or a program of that name. What a copy that was broken off has left is ours.
  compgen -G "$root/.copy-*" >/dev/null ||
    [[ -z $(find "$root" -mindepth 1 -maxdepth 1 ! -name cache -print -quit) ]] || not_ours
  echo "faultlab: labs and results of this version go to $root" >&2
  # Into place under another name first: a copy that was broken off has no .commit.
  local part
  { rm -rf "$root"/.copy-* &&
    part=$(mktemp -d "$root/.copy-XXXXXX") &&
    tar -C "$1" --exclude=./app --exclude=./runtime --exclude=./share --exclude=./.packaged --exclude=./.commit -c . | tar -C "$part" -x &&
    cp -r --no-preserve=ownership --preserve=links "$part/." "$root/" &&
    cp "$1/.commit" "$root/.commit" &&
    rm -rf "$part"; } || cannot_copy
}

not_ours() {
  echo "faultlab: $root is there and not a folder of ours; name another one with FAULTLAB_HOME" >&2
  exit 64
}

cannot_copy() {
  echo "faultlab: cannot copy the labs to $root; make room there, or name another folder with FAULTLAB_HOME" >&2
  exit 69
}

# The jars that its file names by their places in the package, as a class path.
class_path() {
  local names
  read -r names <"$1/classpath" || true # it ends without a new line
  # shellcheck disable=SC2034 # for the caller
  classpath=$1/${names//:/:$1/}
}
