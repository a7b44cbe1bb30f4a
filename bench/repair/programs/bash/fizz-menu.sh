#!/usr/bin/env bash
set -eu

fizzbuzz() {
  local limit=$1
  local i=1
  while [ $i -le $limit ]; do
    if [ $((i % 15)) -eq 0 ]; then
      echo "FizzBuzz"
    elif [ $((i % 3)) -eq 0 ]; then
      echo "Fizz"
    elif [ $((i % 5)) -eq 0 ]; then
      echo "Buzz"
    else
      echo "$i"
    fi
    i=$((i + 1))
  done
}

calculate() {
  case "$2" in
    plus)
      echo $(($1 + $3))
      ;;
    minus)
      echo $(($1 - $3))
      ;;
    times)
      echo $(($1 * $3))
      ;;
    *)
      echo "cannot $2" >&2
      return 2
      ;;
  esac
}

factorial() {
  if [ "$1" -le 1 ]; then
    echo 1
  else
    local rest
    rest=$(factorial $(($1 - 1)))
    echo $(($1 * rest))
  fi
}

fizzbuzz 15 | paste -s -d ' ' -
calculate 6 plus 3
calculate 6 times 7
if ! calculate 1 power 2 2> error.txt; then
  echo "failed: $(cat error.txt)"
fi
echo "5! = $(factorial 5)"
[ "$(factorial 3)" -eq 6 ] && [ -f error.txt ]
