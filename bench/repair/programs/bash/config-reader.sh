#!/usr/bin/env bash
set -euo pipefail

cat > app.conf <<EOF
# settings of the service
host = localhost
port=8080

debug = true
name = "My Service"
EOF

declare -A config

trim() {
  local text="$1"
  text="${text#"${text%%[![:space:]]*}"}"
  text="${text%"${text##*[![:space:]]}"}"
  echo "$text"
}

load() {
  local line key value
  while IFS= read -r line || [ -n "$line" ]; do
    line=$(trim "$line")
    if [ -z "$line" ] || [ "${line:0:1}" = "#" ]; then
      continue
    fi
    key=$(trim "${line%%=*}")
    value=$(trim "${line#*=}")
    value="${value%\"}"
    value="${value#\"}"
    config[$key]="$value"
  done < "$1"
}

get() {
  local key="$1" default="${2:-}"
  echo "${config[$key]:-$default}"
}

load app.conf
echo "entries: ${#config[@]}"
for key in host port name; do
  echo "$key -> $(get "$key")"
done
echo "timeout -> $(get timeout 30)"
if [ "$(get debug)" = "true" ] && [ "$(get port)" -gt 1024 ]; then
  echo "debugging on $(get host):$(get port)"
fi
printf '%s\n' "${!config[@]}" | sort | paste -s -d ',' -
[ -n "$(get host)" ] || [ "$(get port)" = 80 ]
