#!/usr/bin/env bash
set -uo pipefail

attempts=0

flaky() {
  attempts=$((attempts + 1))
  if [ "$attempts" -lt 3 ]; then
    echo "attempt $attempts failed" >&2
    return 1
  fi
  echo "attempt $attempts worked"
}

retry() {
  local limit="$1"
  shift
  local try=1
  until "$@" 2>> errors.log; do
    if [ "$try" -ge "$limit" ]; then
      echo "gave up after $try"
      return 1
    fi
    try=$((try + 1))
  done
  return 0
}

cleanup() {
  rm -f errors.log
  echo "cleaned up"
}
trap cleanup EXIT

if retry 5 flaky; then
  echo "done with $(wc -l < errors.log) errors"
fi
attempts=0
retry 2 flaky || echo "status $?"
result=$(retry 1 echo "first try")
echo "$result"
values="3 1 2"
sorted=$(for value in $values; do echo "$value"; done | sort | tr '\n' ' ')
echo "sorted: $sorted"
( cd / && pwd )
[[ -f errors.log ]] && echo "log has $(grep -c failed errors.log) failures"
