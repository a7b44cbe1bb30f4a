#!/usr/bin/env bash
set -euo pipefail

is_prime() {
  local n="$1"
  if [ "$n" -lt 2 ]; then
    return 1
  fi
  local d=2
  while [ $((d * d)) -le "$n" ]; do
    if [ $((n % d)) -eq 0 ]; then
      return 1
    fi
    d=$((d + 1))
  done
  return 0
}

gcd() {
  local a="$1" b="$2"
  while [ "$b" -ne 0 ]; do
    local rest=$((a % b))
    a=$b
    b=$rest
  done
  echo "$a"
}

to_binary() {
  local n="$1" bits=""
  if [ "$n" -eq 0 ]; then
    echo 0
    return
  fi
  while [ "$n" -gt 0 ]; do
    bits="$((n % 2))$bits"
    n=$((n / 2))
  done
  echo "$bits"
}

primes=""
for ((i = 1; i <= 30; i++)); do
  if is_prime "$i"; then
    primes="$primes $i"
  fi
done
echo "primes:$primes"
echo "gcd: $(gcd 84 36) $(gcd 17 5)"
for n in 0 5 37; do
  echo "$n = $(to_binary "$n")"
done
sequence=27
steps=0
while [ "$sequence" -ne 1 ]; do
  if [ $((sequence % 2)) -eq 0 ]; then
    sequence=$((sequence / 2))
  else
    sequence=$((3 * sequence + 1))
  fi
  steps=$((steps + 1))
done
echo "steps: $steps"
