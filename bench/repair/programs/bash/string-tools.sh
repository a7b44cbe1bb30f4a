#!/usr/bin/env bash
set -euo pipefail

reverse() {
  local text="$1" result="" i
  for ((i = ${#text} - 1; i >= 0; i--)); do
    result+="${text:i:1}"
  done
  echo "$result"
}

is_palindrome() {
  local clean
  clean=$(echo "$1" | tr -cd '[:alpha:]' | tr '[:upper:]' '[:lower:]')
  [ "$clean" = "$(reverse "$clean")" ]
}

repeat() {
  local text="$1" count="$2"
  local line=""
  while [ "$count" -gt 0 ]; do
    line="$line$text"
    count=$((count - 1))
  done
  echo "$line"
}

join_by() {
  local separator="$1"
  shift
  local IFS="$separator"
  echo "$*"
}

word="anneal"
echo "$(reverse "$word") ${#word} ${word^^} ${word:0:3}"
for candidate in "Never odd or even" "Hello"; do
  if is_palindrome "$candidate"; then
    echo "yes: $candidate"
  else
    echo "no: $candidate"
  fi
done
repeat "=-" 5
join_by , a b c
path="/usr/local/lib/file.tar.gz"
echo "${path##*/} ${path%/*} ${path%%.*} ${path/local/share}"
echo "vowels: $(echo "$word" | grep -o '[aeiou]' | wc -l)"
