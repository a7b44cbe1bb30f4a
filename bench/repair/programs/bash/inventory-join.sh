#!/usr/bin/env bash
set -euo pipefail

cat > products.txt <<'EOF'
p1 pen 2
p2 ink 7
p3 pad 4
EOF

cat > orders.txt <<'EOF'
p2 3
p1 10
p2 1
p9 5
EOF

price_of() {
  local id="$1"
  awk -v id="$id" '$1 == id { print $3 }' products.txt
}

name_of() {
  local id="$1"
  local line
  line=$(grep "^$id " products.txt) || return 1
  echo "$line" | cut -d ' ' -f 2
}

total=0
skipped=0
while read -r id count; do
  if ! name=$(name_of "$id"); then
    skipped=$((skipped + 1))
    continue
  fi
  price=$(price_of "$id")
  cost=$((price * count))
  total=$((total + cost))
  echo "$name x $count = $cost"
done < orders.txt
echo "total $total, skipped $skipped"

sort products.txt > left.txt
sort orders.txt > right.txt
join left.txt right.txt | awk '{ sum[$2] += $4 } END { for (n in sum) print n, sum[n] }' | sort
echo "not ordered: $(join -v 1 left.txt right.txt | cut -d ' ' -f 2)"
if [ "$total" -ge 40 ]; then level="high"; else level="low"; fi
echo "level: $level"
