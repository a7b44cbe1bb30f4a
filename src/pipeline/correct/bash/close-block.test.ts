import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { closeBlock } from './close-block.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  [
    'an if in a loop, by its indentation',
    'for f in a b; do\n  if [ "$f" = a ]; then\n    echo yes\ndone\n',
    'for f in a b; do\n  if [ "$f" = a ]; then\n    echo yes\n  fi\ndone\n',
  ],
  [
    'a case before a command that stands as far left',
    'f() {\n  case $1 in\n    a) echo a ;;\n    *) echo b ;;\n\n  # behind\n  while ((n < 0)); do ((n++)); done\n}\n',
    'f() {\n  case $1 in\n    a) echo a ;;\n    *) echo b ;;\n  esac\n\n  # behind\n  while ((n < 0)); do ((n++)); done\n}\n',
    { type: 'SyntaxError', message: "syntax error near unexpected token `('", line: 7 },
  ],
  [
    'an if before a line that stands as far left',
    'if true; then\n  echo a\n\necho b\n',
    'if true; then\n  echo a\nfi\n\necho b\n',
  ],
  [
    'an inner if, whose outer one took its end',
    'if true; then\n  if false; then\n    echo a\nfi\necho b\n',
    'if true; then\n  if false; then\n    echo a\n  fi\nfi\necho b\n',
  ],
  [
    'a case before the end of its function',
    'f() {\n  case $1 in\n    a) echo a ;;\n}\nf a\n',
    'f() {\n  case $1 in\n    a) echo a ;;\n  esac\n}\nf a\n',
  ],
  [
    'a function before the next one',
    'f() {\n  echo f\n\ng() {\n  echo g\n}\nf; g\n',
    'f() {\n  echo f\n}\n\ng() {\n  echo g\n}\nf; g\n',
  ],
  ['a loop on one line', 'for i in 1 2; do echo $i;\necho end\n', 'for i in 1 2; do echo $i;\ndone\necho end\n'],
  ['a group whose brace is read as an argument', 'f() { echo hi }\nf\n', 'f() { echo hi ; }\nf\n'],
  [
    'a loop that lost its word before a redirection',
    'while read -r x; do\n  echo "$x"\n< file\necho b\n',
    'while read -r x; do\n  echo "$x"\ndone < file\necho b\n',
  ],
  [
    'an if on one line inside of a loop on the same line',
    'for i in 1 2; do if true; then echo a; done\n',
    'for i in 1 2; do if true; then echo a; fi; done\n',
  ],
]

test.each(REPAIRED)('an open block is closed: %s', (_, broken, mended, told) => {
  expect(repaired(closeBlock, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  ['a program in order', 'if true; then\n  echo a\nfi\n'],
  ['the words of blocks as arguments', 'echo if then done\n'],
  ['a document that speaks of if', 'cat <<EOF\nif then\nEOF\n'],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(closeBlock, code, told)).toBeUndefined()
})
