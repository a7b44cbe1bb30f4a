import type { RuleSamples } from '../samples.fixture.ts'

export const bashSamples: RuleSamples = {
  'bash/unquoted-variable': {
    found: ['name="a b"\nprintf "%s\\n" ⟦$name⟧\nprintf "%s\\n" $name\n', 'cp ⟦${source}/a⟧ b\n', 'rm ⟦$1⟧\n'],
    clean: [
      'printf "%s\\n" "$name"\n',
      'count=3\necho $count\n',
      'for i in {1..3}; do echo $i; done\n',
      'options="-l -a"\nls $options\n',
      'echo $? $#\n',
      '[[ $a = b ]] && other=$a\n',
    ],
  },
  'bash/unquoted-test': {
    found: ['if [ ⟦$answer⟧ = yes ]; then echo ok; fi\n'],
    clean: [
      'if [ "$answer" = yes ]; then echo ok; fi\n',
      'if [[ $answer = yes ]]; then echo ok; fi\n',
      'if [ $# -gt 1 ]; then echo ok; fi\n',
    ],
  },
  'bash/useless-cat': {
    found: ['⟦cat /etc/hostname⟧ | wc -l\n', '⟦cat "$file"⟧ | while read -r line; do echo "$line"; done\n'],
    clean: ['wc -l < /etc/hostname\n', 'cat a b | wc -l\n', 'cat file\n'],
  },
  'bash/grep-before-awk': {
    found: ["⟦grep daemon /etc/passwd | awk -F: '{ print $1 }'⟧\n"],
    clean: ["grep -v daemon /etc/passwd | awk '{ print }'\n", "awk '/daemon/' /etc/passwd\n"],
  },
  'bash/parsing-ls': {
    found: [
      'for file in ⟦$(ls *.txt)⟧; do echo "$file"; done\n',
      '⟦ls⟧ | while read -r file; do echo "$file"; done\n',
      '⟦ls -l⟧ | grep txt\n',
    ],
    clean: ['for file in *.txt; do echo "$file"; done\n', 'ls -l\n'],
  },
  'bash/for-over-lines': {
    found: ['for line in ⟦$(cat list)⟧; do echo "$line"; done\n'],
    clean: ['while IFS= read -r line; do echo "$line"; done < list\n', 'text=$(cat list)\n'],
  },
  'bash/xargs-without-zero': {
    found: ['⟦find . -name x | xargs rm⟧\n'],
    clean: ['find . -name x -print0 | xargs -0 rm\n', 'echo a | xargs echo\n'],
  },
  'bash/process-in-loop': {
    found: ['while read -r line; do\n  first=$(⟦echo "$line" | cut -d: -f1⟧)\n  echo "$first"\ndone < list\n'],
    clean: [
      'first=$(echo "a:b" | cut -d: -f1)\necho "$first"\n',
      'while IFS=: read -r first _; do echo "$first"; done < list\n',
    ],
  },
  'bash/backticks': {
    found: ['today=⟦`date`⟧\necho "$today"\n'],
    clean: ['today=$(date)\necho "$today"\n', "echo '`'\n"],
  },
  'bash/useless-echo': { found: ['⟦echo "$(date +%Y)"⟧\n'], clean: ['echo "now: $(date)"\n', 'date\n'] },
  'bash/expr': { found: ['sum=⟦$(expr 1 + 2)⟧\necho "$sum"\n'], clean: ['sum=$((1 + 2))\necho "$sum"\n'] },
  'bash/unchecked-cd': {
    found: ['⟦cd /tmp/build⟧\nrm -f a\n'],
    clean: [
      'cd /tmp/build || exit\nrm -f a\n',
      'set -e\ncd /tmp/build\nrm -f a\n',
      'if cd /tmp/build; then rm -f a; fi\n',
    ],
  },
  'bash/goes-on-after-errors': {
    found: [`⟦echo 0⟧\n${'echo 1\n'.repeat(10)}`],
    clean: [
      'echo 1\necho 2\n',
      `set -euo pipefail\n${'echo 1\n'.repeat(10)}`,
      `#!/bin/bash -e\n${'echo 1\n'.repeat(10)}`,
    ],
  },
}
