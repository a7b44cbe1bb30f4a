#!/bin/bash
set -eu

cat > access.log <<'EOF'
10.0.0.1 GET /index.html 200 512
10.0.0.2 GET /about.html 200 310
10.0.0.1 POST /login 302 0
10.0.0.3 GET /missing 404 120
10.0.0.1 GET /index.html 200 512
10.0.0.2 GET /broken 500 90
EOF

count_status() {
  local wanted="$1"
  awk -v wanted="$wanted" '$4 == wanted { n++ } END { print n + 0 }' access.log
}

total_bytes() {
  awk '{ sum += $5 } END { print sum }' access.log
}

echo "Lines: $(wc -l < access.log)"
for status in 200 404 418; do
  echo "$status: $(count_status "$status")"
done
echo "Bytes: $(total_bytes)"
echo "Top address:"
cut -d ' ' -f 1 access.log | sort | uniq -c | sort -rn | head -n 1 | sed 's/^ *//'
errors=$(grep -cE ' (4|5)[0-9][0-9] ' access.log)
if [ "$errors" -gt 1 ] && [ "$errors" -lt 10 ]; then
  echo "some errors: $errors"
elif [ "$errors" -eq 1 ]; then
  echo "one error"
else
  echo "fine"
fi
while read -r address method path status size; do
  if [ "$method" = "POST" ]; then
    echo "$address posted to $path ($status, $size bytes)"
  fi
done < access.log
[ "$errors" -ge 1 ] && [ -s access.log ]
