import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { smallForms } from './small-forms.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  [
    'spaces in braces',
    'echo "${ name }"\n',
    'echo "${name}"\n',
    { type: 'ShellError', message: '${ name }: bad substitution', line: 1 },
  ],
  [
    'a dollar in braces',
    'echo "${$name}"\n',
    'echo "${name}"\n',
    { type: 'ShellError', message: '${$name}: bad substitution', line: 1 },
  ],
  [
    'local outside of functions',
    'local x=1\nf() {\n  local y=2\n}\n',
    'x=1\nf() {\n  local y=2\n}\n',
    { type: 'ShellError', message: 'local: can only be used in a function', line: 1 },
  ],
  [
    'the name of an option',
    'set -euo pipefial\n',
    'set -euo pipefail\n',
    { type: 'ShellError', message: 'set: pipefial: invalid option name', line: 1 },
  ],
  [
    'the end of a branch without a case',
    'case $1 in\n  a) b ;;\nesac\nif true; then\n  c\nfi;;\n',
    'case $1 in\n  a) b ;;\nesac\nif true; then\n  c\nfi\n',
    { type: 'SyntaxError', message: "syntax error near unexpected token `;;'", line: 6 },
  ],
  [
    'a target with spaces',
    'echo a > $file\n',
    'echo a > "$file"\n',
    { type: 'ShellError', message: '$file: ambiguous redirect', line: 1 },
  ],
]

test.each(REPAIRED)('the strategy mends small forms: %s', (_, broken, mended, told) => {
  expect(repaired(smallForms, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  ['anything else', 'set -e\nlocal x=1\n', { type: 'CommandNotFound', message: 'a: command not found', line: 1 }],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(smallForms, code, told)).toBeUndefined()
})
