#!/usr/bin/env bash
set -euo pipefail

mkdir -p inbox
touch inbox/photo1.jpg inbox/photo2.jpg inbox/song.mp3 inbox/notes.txt inbox/README
echo "hello" > inbox/notes.txt

kind_of() {
  local file="$1"
  case "${file##*.}" in
    jpg|png)
      echo "images"
      ;;
    mp3|wav)
      echo "music"
      ;;
    txt|md)
      echo "texts"
      ;;
    *)
      echo "other"
      ;;
  esac
}

sort_files() {
  local from="$1"
  local to="$2"
  local file
  for file in "$from"/*; do
    local kind
    kind=$(kind_of "$(basename "$file")")
    mkdir -p "$to/$kind"
    mv "$file" "$to/$kind/"
    moved=$((moved + 1))
  done
}

moved=0
sort_files inbox sorted
echo "moved $moved files"
find sorted -type f | sort
for folder in sorted/*/; do
  name=$(basename "$folder")
  count=$(find "$folder" -type f | wc -l)
  echo "$name: $count"
done
if [ -z "$(ls -A inbox)" ]; then
  echo "inbox is empty"
fi
if [ -s sorted/texts/notes.txt ] && [ ! -s sorted/other/README ]; then
  echo "sizes are right"
fi
[ "$moved" -ge 5 ] && [ "$moved" -lt 100 ]
