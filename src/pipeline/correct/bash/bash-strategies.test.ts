import { expect, test } from 'vitest'
import { expectEditsOfAnyText } from '../repaired.fixture.ts'
import { bashStrategies } from './bash-strategies.ts'

const PIECES = [
  'if ',
  'then\n',
  'fi\n',
  'do ',
  'done\n',
  'case ',
  ' in\n',
  'a)',
  ';;\n',
  '{',
  '}',
  '(',
  ')',
  '$(',
  '${',
  '$((',
  '"',
  "'",
  '`',
  '[ ',
  ' ]',
  '[[',
  '<<EOF\n',
  'EOF\n',
  'x = 5\n',
  'echo ',
  '$x',
  '\\',
  '\n',
  '# a\n',
  '|',
  '&&',
  '\r\n',
  '“',
  '\u200b',
  'Here is it.\n',
  '```\n',
]
const MESSAGES = [
  'syntax error',
  'x: command not found',
  'x: unbound variable',
  '[: =: unary operator expected',
  'a/b: No such file or directory',
  '${x}: bad substitution',
]

test('every strategy reads any text, and its edits can be made', () => {
  expectEditsOfAnyText({ strategies: bashStrategies, pieces: PIECES, messages: MESSAGES })
})

test('names of strategies are used once', () => {
  expect(new Set(bashStrategies.map(({ id }) => id)).size).toBe(bashStrategies.length)
})
