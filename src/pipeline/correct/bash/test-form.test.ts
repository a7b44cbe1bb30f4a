import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { testForm } from './test-form.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  [
    '&& inside of brackets',
    'if [ -f a && -f b ]; then\n  :\nfi\n',
    'if [ -f a ] && [ -f b ]; then\n  :\nfi\n',
    { type: 'ShellError', message: "[: missing `]'", line: 1 },
  ],
  [
    'a missing closing bracket',
    'if [ -f a; then\n  :\nfi\n',
    'if [ -f a ]; then\n  :\nfi\n',
    { type: 'ShellError', message: "[: missing `]'", line: 1 },
  ],
  ['brackets of two kinds', 'if [[ -f a ]; then\n  :\nfi\n', 'if [[ -f a ]]; then\n  :\nfi\n'],
  [
    'no brackets, and a colon in place of `then`',
    'if $n -eq 0:\n  a\nfi\n',
    'if [ $n -eq 0 ]\n  a\nfi\n',
    { type: 'SyntaxError', message: "syntax error near unexpected token `fi'", line: 3 },
  ],
  [
    'no brackets at all',
    'if $n -gt 5; then\n  :\nfi\n',
    'if [ $n -gt 5 ]; then\n  :\nfi\n',
    { type: 'CommandNotFound', message: '3: command not found', line: 1 },
  ],
  [
    'a question about a file without brackets',
    'if -f a; then\n  :\nfi\n',
    'if [ -f a ]; then\n  :\nfi\n',
    { type: 'CommandNotFound', message: '-f: command not found', line: 1 },
  ],
  [
    'parentheses around a comparison, a `]` within',
    'if ( $s =~ []] ); then\n  :\nfi\n',
    'if [[ $s =~ []] ]]; then\n  :\nfi\n',
    { type: 'CommandNotFound', message: 'x: command not found', line: 1 },
  ],
  ['>= of other languages', 'if [[ $n >= 5 ]]; then\n  :\nfi\n', 'if [[ $n -ge 5 ]]; then\n  :\nfi\n'],
  [
    '< inside of brackets',
    'if [ $n < 5 ]; then\n  :\nfi\n',
    'if [ $n -lt 5 ]; then\n  :\nfi\n',
    { type: 'FileNotFound', message: '5: No such file or directory', line: 1 },
  ],
  [
    'texts compared as numbers',
    '[ "$x" -eq "yes" ] && echo a\n',
    '[ "$x" = "yes" ] && echo a\n',
    { type: 'ShellError', message: '[: yes: integer expression expected', line: 1 },
  ],
  [
    'an empty variable',
    '[ $x = a ] && echo b\n',
    '[ "$x" = a ] && echo b\n',
    { type: 'ShellError', message: '[: =: unary operator expected', line: 1 },
  ],
  [
    'a regular expression in single brackets',
    '[ $x =~ ^a ] && echo b\n',
    '[[ $x =~ ^a ]] && echo b\n',
    { type: 'ShellError', message: '[: =~: binary operator expected', line: 1 },
  ],
]

test.each(REPAIRED)('the strategy writes conditions that test knows: %s', (_, broken, mended, told) => {
  expect(repaired(testForm, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  [
    'conditions in order',
    'if [ "$x" -gt 5 ] && [[ $y < b ]]; then\n  :\nfi\n',
    { type: 'ShellError', message: 'x: unbound', line: 1 },
  ],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(testForm, code, told)).toBeUndefined()
})
