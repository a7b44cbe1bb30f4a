#!/usr/bin/env bash
set -euo pipefail

TEXT="The quick brown fox jumps over the lazy dog. The dog sleeps, and the fox runs."

words() {
  echo "$1" | tr '[:upper:]' '[:lower:]' | tr -cs '[:alpha:]' '\n'
}

count_words() {
  words "$1" | grep -c .
}

most_common() {
  words "$1" | sort | uniq -c | sort -k1,1nr -k2 | head -n "$2" | awk '{ print $2 "=" $1 }'
}

longest() {
  local best=""
  for word in $(words "$1"); do
    if [ "${#word}" -gt "${#best}" ]; then
      best="$word"
    fi
  done
  echo "$best"
}

capitalize() {
  local result=()
  for word in $1; do
    result+=("${word^}")
  done
  echo "${result[*]}"
}

echo "words: $(count_words "$TEXT")"
most_common "$TEXT" 3
echo "longest: $(longest "$TEXT")"
capitalize "hello big world"
declare -A lengths
for word in $(words "$TEXT"); do
  length=${#word}
  lengths[$length]=$(( ${lengths[$length]:-0} + 1 ))
done
for length in $(printf '%s\n' "${!lengths[@]}" | sort -n); do
  echo "$length letters: ${lengths[$length]}"
done
if [[ "$TEXT" =~ ([a-z]+)\ dog ]]; then
  echo "the dog is ${BASH_REMATCH[1]}"
fi
