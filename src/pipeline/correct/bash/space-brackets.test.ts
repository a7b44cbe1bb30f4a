import { expect, test } from 'vitest'
import { repaired, type Told } from '../repaired.fixture.ts'
import { spaceBrackets } from './space-brackets.ts'

const REPAIRED: [what: string, broken: string, repaired: string, told?: Told][] = [
  [
    'behind the opening one',
    'if ["$x" = a ]; then\n  :\nfi\n',
    'if [ "$x" = a ]; then\n  :\nfi\n',
    { type: 'CommandNotFound', message: '[a: command not found', line: 1 },
  ],
  [
    'before the closing one',
    'if [ "$x" = a]; then\n  :\nfi\n',
    'if [ "$x" = a ]; then\n  :\nfi\n',
    { type: 'ShellError', message: "[: missing `]'", line: 1 },
  ],
  ['on both sides of doubled ones', 'if [["$x" == a]]; then\n  :\nfi\n', 'if [[ "$x" == a ]]; then\n  :\nfi\n'],
  [
    'not within a class of characters',
    '[[$1 == ?([+-])+([[:digit:]]) ]]\n',
    '[[ $1 == ?([+-])+([[:digit:]]) ]]\n',
    { type: 'CommandNotFound', message: '[[3: command not found', line: 1 },
  ],
  ['behind if', 'if[ -f a ]; then\n  :\nfi\n', 'if [ -f a ]; then\n  :\nfi\n'],
  [
    'around the operator',
    '[ "$x"="a" ] && echo b\n',
    '[ "$x" = "a" ] && echo b\n',
    { type: 'ShellError', message: 'x', line: 1 },
  ],
  [
    'but not in a regular expression',
    'if [["$x" =~ ([a-z]+) ]]; then\n  :\nfi\n',
    'if [[ "$x" =~ ([a-z]+) ]]; then\n  :\nfi\n',
  ],
]

test.each(REPAIRED)('the strategy puts spaces around brackets: %s', (_, broken, mended, told) => {
  expect(repaired(spaceBrackets, broken, told)).toBe(mended)
})

const LEFT_ALONE: [what: string, code: string, told?: Told][] = [
  ['tests in order', '[ -f a ] && [[ $x == [ab] ]]\n'],
  ['patterns and indexes', 'ls [ab]* "${x[0]}"\nx[1]=2\n'],
]

test.each(LEFT_ALONE)('the strategy leaves %s alone', (_, code, told) => {
  expect(repaired(spaceBrackets, code, told)).toBeUndefined()
})
