import { expect, it } from 'vitest'
import { isOnlyCommands } from './only-commands.ts'

it.each([
  'du -ah . | sort -rh | head -n 10',
  "find . -name '*.log' -mtime +7 -delete",
  'mkdir -p out\ncp a.txt out/',
  '# the newest\nls -la | tail -n 3',
  'cat notes.txt',
])('calls of known programs with options, pipes or files are commands: %s', (code) => {
  expect(isOnlyCommands(code)).toBe(true)
})

it.each([
  'sort the list',
  'find the file that has no name.',
  'head = list.pop(0)',
  'date := now()',
  'sort(values)',
  'kill -> stop',
  'curl   : "-L -o"',
  '\tmkdir -p out',
  'mkdir -p out\nresult = 3',
  'make sure that -x is set',
  'diff --git a/one.c b/one.c',
  'ls -Recurse',
  '',
])('statements of other languages, sentences and recipes are none: %j', (code) => {
  expect(isOnlyCommands(code)).toBe(false)
})
