#!/usr/bin/env bash
set -euo pipefail

FILE="todo.txt"

add() {
  echo "[ ] $*" >> "$FILE"
}

finish() {
  local number="$1"
  sed -i "${number}s/^\[ \]/[x]/" "$FILE"
}

show() {
  local number=1
  while IFS= read -r line; do
    echo "$number $line"
    number=$((number + 1))
  done < "$FILE"
}

count_open() {
  grep -c '^\[ \]' "$FILE" || true
}

summary() {
  local all open
  all=$(wc -l < "$FILE")
  open=$(count_open)
  cat <<EOF
Tasks: $all
Open:  $open
EOF
}

add "write the report"
add "call Ben"
add "buy milk and bread"
finish 2
show
summary
if grep -q 'milk' "$FILE"; then
  echo "do not forget the milk"
fi
finish 1
finish 3
case $(count_open) in
  0)
    echo "all done"
    ;;
  1)
    echo "almost there"
    ;;
  *)
    echo "keep going"
    ;;
esac
