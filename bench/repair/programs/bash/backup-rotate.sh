#!/usr/bin/env bash
set -euo pipefail

SOURCE="data"
TARGET="backups"
KEEP=2

make_sample() {
  mkdir -p "$SOURCE"
  for name in alpha beta gamma; do
    echo "content of $name" > "$SOURCE/$name.txt"
  done
}

backup() {
  local number="$1"
  local folder="$TARGET/backup-$number"
  mkdir -p "$folder"
  cp "$SOURCE"/*.txt "$folder/"
  echo "saved $folder"
}

rotate() {
  local count
  count=$(ls "$TARGET" | wc -l)
  while [ "$count" -gt "$KEEP" ]; do
    oldest=$(ls "$TARGET" | sort | head -n 1)
    rm -r "${TARGET:?}/$oldest"
    echo "removed $oldest"
    count=$((count - 1))
  done
}

make_sample
for number in 1 2 3 4; do
  backup "$number"
done
rotate
if [ -d "$TARGET/backup-1" ]; then
  echo "old backup is still there"
else
  echo "old backup is gone"
fi
ls "$TARGET" | tr '\n' ' '
echo
cat "$TARGET/backup-4/beta.txt"
