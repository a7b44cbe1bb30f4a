# The long-lived shell evaluates this before its first cell. Cells run on the first line of the shell's own program, so that the
# lines in Bash's complaints are lines of the cell; everything else is in these functions.
exec {__anneal_in}<&3 {__anneal_out}>&4 {__anneal_source}<&7 {__anneal_state}>&8 3<&- 4>&- 5<&- 6<&- 7<&- 8>&- 9<&-
__anneal_idle=1

# Waits for the next cell, which the relay has put into the source by then.
__anneal_next() {
  __anneal_idle=1
  until read -r -N 1 -u "$__anneal_in" __anneal_token; do
    # Above 128 a signal came in between; below, the relay is gone.
    (($? > 128)) || { trap - EXIT; exit; }
  done
  IFS= read -r -d '' -u "$__anneal_source" __anneal_before
  IFS= read -r -d '' -u "$__anneal_source" __anneal_code
  __anneal_after=
  __anneal_idle=0
  printf 'begun\n' >&"$__anneal_out"
}

__anneal_done() {
  __anneal_idle=1
  printf 'done %d\n' "$1" >&"$__anneal_out"
}

# Lends a variable to one cell: its former value is restored afterwards.
__anneal_lend() {
  local -n __anneal_lent=$1
  __anneal_after+="unset -v $1"$'\n'
  [[ ! -v $1 ]] || __anneal_after+="${__anneal_lent@A}"$'\n'
}

# Saves the state on exit: Bash cannot leave a cell without ending, so the next shell reads it.
__anneal_leave() {
  # Another interrupt would end this in the middle, and the state would be lost.
  trap '' INT
  # The options come first, unchanged: other ones would interfere below. A substitution needs a process, for which there may be
  # no room.
  { shopt -p; set +o; printf '\0'; } >&"$__anneal_state" 2>/dev/null
  set +eu
  {
    trap -p
    ((${#FUNCNAME[@]} > 1)) && __anneal_uncover "$((${#FUNCNAME[@]} - 1))"
    declare -p
    declare -f
    declare -Fx
    alias -p
    umask -p
    printf 'cd -- %q\n' "$PWD"
    printf '%s\n' "$__anneal_after"
  } >&"$__anneal_state" 2>/dev/null
  printf 'left %d\n' "$1" >&"$__anneal_out"
}

# Removes local variables of the functions that were running, since they hide the global ones.
__anneal_uncover() {
  local IFS=$' \n\t' __anneal_name __anneal_kept __anneal_depth
  for __anneal_name in $(compgen -v); do
    case $__anneal_name in __anneal* | BASH* | FUNCNAME | PIPESTATUS | DIRSTACK | GROUPS | PPID | UID | EUID | IFS | _) continue ;; esac
    for ((__anneal_depth = 0; __anneal_depth <= $1; __anneal_depth++)); do
      [[ -v $__anneal_name || -v $__anneal_name[@] ]] || break
      __anneal_kept=$(declare -p "$__anneal_name")
      unset -v "$__anneal_name"
    done
    eval "${__anneal_kept/#declare/declare -g}"
  done
}

# Writes names and values, then all declarations. Runs in a subshell: the options of the user's shell would interfere.
__anneal_tell_variables() (
  set +eu
  IFS=$' \n\t'
  for __anneal_name in $(compgen -v); do
    printf '%s\0%s\0' "$__anneal_name" "${!__anneal_name}"
  done
  declare -p
) >&"$__anneal_state" 2>/dev/null

# Writes the shell's whole state except its traps, which a function does not see: parts that end with a zero byte.
__anneal_tell_state() (
  set +o
  shopt -p
  set +eux
  printf '\0'
  declare -p
  printf '\0'
  declare -f
  printf '\0'
  declare -F
  printf '\0'
  alias -p
  complete -p
  enable -n
  umask -p
  printf '\0%s\0' "$PWD"
  dirs -l -p
  printf '\0'
  (($# == 0)) || printf '%s\0' "$@"
) >&"$__anneal_state" 2>/dev/null

trap '((__anneal_idle)) || exit 130' INT
# A Bash that got no process for a command leaves with 254, and before the second command of this trap it waits for the last
# process that it did get: that one is ended first. Nothing here may come before that, and `case` is no command in this sense.
trap 'case $?:$BASH_COMMAND in
  254:exit*) __anneal_leave 254 ;;
  254:*) kill -KILL "$!" 2>/dev/null; __anneal_leave 254 ;;
  *) __anneal_leave $? ;;
esac' EXIT
printf 'up\n' >&"$__anneal_out"
