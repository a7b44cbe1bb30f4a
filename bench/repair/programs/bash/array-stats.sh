#!/usr/bin/env bash
set -euo pipefail

numbers=(12 7 3 25 8 19)

sum() {
  local total=0
  for n in "$@"; do
    total=$((total + n))
  done
  echo "$total"
}

maximum() {
  local best="$1"
  for n in "$@"; do
    if (( n > best )); then
      best=$n
    fi
  done
  echo "$best"
}

sorted() {
  printf '%s\n' "$@" | sort -n | tr '\n' ' ' | sed 's/ $//'
}

evens=()
for n in "${numbers[@]}"; do
  if [ $((n % 2)) -eq 0 ]; then
    evens+=("$n")
  fi
done

total=$(sum "${numbers[@]}")
count=${#numbers[@]}
echo "count=$count sum=$total mean=$((total / count))"
echo "max=$(maximum "${numbers[@]}") evens=${evens[*]}"
echo "sorted: $(sorted "${numbers[@]}")"

declare -A ages
ages[ada]=36
ages[ben]=41
ages[cleo]=29
for name in $(echo "${!ages[@]}" | tr ' ' '\n' | sort); do
  printf '%-6s %3d\n' "$name" "${ages[$name]}"
done
unset 'numbers[0]'
echo "left: ${numbers[*]} (${#numbers[@]})"
index=0
until [ "$index" -ge 3 ]; do
  echo -n "$index "
  index=$((index + 1))
done
echo
[ "$count" -eq 6 ] || [ "$total" -gt 100 ]
