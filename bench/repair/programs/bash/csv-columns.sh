#!/usr/bin/env bash
set -euo pipefail

printf 'name,city,amount\n' > sales.csv
printf '%s\n' 'ada,Paris,120' 'ben,Rome,80' 'cleo,Paris,200' 'dan,Oslo,55' >> sales.csv

column() {
  cut -d ',' -f "$1" sales.csv | tail -n +2
}

sum_for() {
  local city="$1"
  local total=0
  while IFS=',' read -r _ place amount; do
    if [ "$place" = "$city" ]; then
      total=$((total + amount))
    fi
  done < <(tail -n +2 sales.csv)
  echo "$total"
}

print_table() {
  local separator
  separator=$(printf '%0.s-' {1..20})
  echo "$separator"
  while IFS=',' read -r name city amount; do
    printf '%-6s %-6s %6s\n' "$name" "$city" "$amount"
  done < sales.csv
  echo "$separator"
}

print_table
for city in $(column 2 | sort -u); do
  echo "$city $(sum_for "$city")"
done
best=$(tail -n +2 sales.csv | sort -t ',' -k 3 -n -r | head -n 1)
echo "best: ${best%%,*} with ${best##*,}"
large=$(awk -F ',' 'NR > 1 && $3 >= 100 { print $1 }' sales.csv | wc -l)
echo "large sales: $large"
mkdir -p out/by-city
for city in $(column 2 | sort -u); do
  grep ",$city," sales.csv > "out/by-city/$city.csv"
done
ls out/by-city
wc -l < out/by-city/Paris.csv
[ -f sales.csv ] && [ "$large" -gt 0 ]
