# shellcheck shell=bash
# How a package starts, which has a runtime of its own and nothing to build. Sourced by ./faultlab.
: "${root:?must be the tree}"

# Sets $root to a tree that runs may write to: this one, or where it belongs to a package manager a copy of it for this
# user and this version, FAULTLAB_HOME.
writable_tree() {
  local from=$root commit part
  [[ -e $from/.packaged ]] || return 0
  read -r commit <"$from/.commit"
  root=${FAULTLAB_HOME:-${XDG_DATA_HOME:-~/.local/share}/faultlab/${commit:0:12}}
  if [[ -e $root/.commit ]]; then
    cmp -s "$from/.commit" "$root/.commit" || {
      echo "faultlab: $root has the labs of another version; name another folder with FAULTLAB_HOME, or move it away" >&2
      exit 64
    }
    return 0
  fi
  # Whatever else is there is not ours: a clone, say, or a program of that name. What a copy that was broken off has left is ours.
  if [[ -e $root && ! -d $root ]] || { [[ -d $root ]] && ! compgen -G "$root/.copy-*" >/dev/null &&
    [[ -n $(find "$root" -mindepth 1 -maxdepth 1 ! -name cache -print -quit) ]]; }; then
    echo "faultlab: $root is there and not a folder of ours; name another one with FAULTLAB_HOME" >&2
    exit 64
  fi
  mkdir -p "$root"
  rm -rf "$root"/.copy-*
  echo "faultlab: labs and results of this version go to $root" >&2
  # Into place under another name first: a copy that was broken off has no .commit.
  part=$(mktemp -d "$root/.copy-XXXXXX")
  tar -C "$from" --exclude=./app --exclude=./runtime --exclude=./share --exclude=./.packaged --exclude=./.commit -c . | tar -C "$part" -x
  cp -r --no-preserve=ownership --preserve=links "$part/." "$root/"
  cp "$from/.commit" "$root/.commit"
  rm -rf "$part"
}

# The jars that its file names by their places in the package, as a class path.
class_path() {
  local names
  read -r names <"$1/classpath" || true # it ends without a new line
  # shellcheck disable=SC2034 # for the caller
  classpath=$1/${names//:/:$1/}
}
