# Bash reads this before the script it was started for: it waits here, and then Bash goes on as always.
unset BASH_ENV
printf . >&3
while :; do
  IFS= read -r -d '' -u 3 ANNEAL_FIELD || exit 0
  [ -n "$ANNEAL_FIELD" ] || break
  export "${ANNEAL_FIELD#E}"
done
unset ANNEAL_FIELD
exec 3>&-
