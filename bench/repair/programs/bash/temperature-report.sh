#!/usr/bin/env bash
set -euo pipefail

days=(Mon Tue Wed Thu Fri)
temperatures=(18 21 15 24 19)

to_fahrenheit() {
  echo $(( $1 * 9 / 5 + 32 ))
}

describe() {
  local degrees=$1
  if [ "$degrees" -lt 16 ]; then
    echo "cold"
  elif [ "$degrees" -lt 20 ]; then
    echo "mild"
  else
    echo "warm"
  fi
}

bar() {
  local width=$1
  local line
  line=$(printf '%*s' "$width" '')
  echo "${line// /#}"
}

for i in "${!days[@]}"; do
  degrees=${temperatures[$i]}
  printf '%s %2d %s %s\n' "${days[$i]}" "$degrees" "$(describe "$degrees")" "$(bar $((degrees / 3)))"
done

total=0
hottest=0
for i in "${!temperatures[@]}"; do
  total=$((total + temperatures[i]))
  if [ "${temperatures[$i]}" -gt "${temperatures[$hottest]}" ]; then
    hottest=$i
  fi
done
echo "mean: $((total / ${#temperatures[@]}))"
echo "hottest: ${days[$hottest]} with $(to_fahrenheit "${temperatures[$hottest]}") F"
mean=$(echo "${temperatures[@]}" | awk '{ for (i = 1; i <= NF; i++) s += $i; printf "%.1f", s / NF }')
echo "exactly $mean"
report="report/week.txt"
mkdir -p "$(dirname "$report")"
{
  echo "Week report"
  echo "Days: ${#days[@]}"
} > "$report"
cat "$report"
