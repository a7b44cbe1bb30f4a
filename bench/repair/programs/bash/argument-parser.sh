#!/usr/bin/env bash
set -euo pipefail

verbose=0
output="report.txt"
names=()

usage() {
  echo "usage: main.sh [-v] [-o FILE] NAME..."
}

parse() {
  while [ $# -gt 0 ]; do
    case "$1" in
      -v|--verbose)
        verbose=1
        shift
        ;;
      -o|--output)
        output="$2"
        shift 2
        ;;
      -h|--help)
        usage
        return 0
        ;;
      -*)
        echo "unknown option $1"
        return 1
        ;;
      *)
        names+=("$1")
        shift
        ;;
    esac
  done
}

greet() {
  local name="$1"
  if [[ "$name" == A* ]]; then
    echo "Hello again, $name"
  else
    echo "Hello, $name"
  fi
}

parse -v --output out.txt Ada Ben "Cleo Smith"
echo "verbose=$verbose output=$output count=${#names[@]}"
for name in "${names[@]}"; do
  greet "$name" >> "$output"
done
wc -l < "$output"
cat "$output"
parse --help
parse -x || echo "refused with $?"
