import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEdits } from '../../apply-edits.ts'
import { proposed } from '../repaired.fixture.ts'
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
  const code = fc
    .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 6 })), { maxLength: 30 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(code, fc.constantFrom(...MESSAGES), fc.integer({ min: 1, max: 9 }), (text, message, line) => {
      for (const strategy of bashStrategies) {
        for (const { edits, sureness } of proposed(strategy, text, { message, line })) {
          expect(sureness).toBeGreaterThan(0)
          expect(sureness).toBeLessThanOrEqual(1)
          const isMade =
            applyEdits(text, edits) !== undefined ||
            edits.every(({ start, end, text: by }) => text.slice(start, end) === by)
          expect(isMade, `${strategy.id} on ${JSON.stringify(text)}`).toBe(true)
        }
      }
    }),
    { numRuns: 150 },
  )
})

test('names of strategies are used once', () => {
  expect(new Set(bashStrategies.map(({ id }) => id)).size).toBe(bashStrategies.length)
})
