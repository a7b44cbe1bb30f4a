import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseInTurns } from './parse-in-turns.ts'

const parse = (text: string) => parseInTurns(Buffer.from(text))
const isNamedBadly = (text: string) => text.includes('__proto__')

it('any JSON is parsed to its value, with spaces or without', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.constantFrom(0, 1, 4), async (value, indent) => {
      const text = JSON.stringify(value, undefined, indent)
      if (!isNamedBadly(text)) expect(await parse(text)).toEqual(JSON.parse(text))
    }),
  )
})

it('invalid JSON is refused', async () => {
  const parts = fc.constantFrom(
    '[',
    ']',
    '{',
    '}',
    ',',
    ':',
    '"',
    '\\',
    '"a"',
    '0',
    '-',
    '1.5',
    'null',
    'true',
    ' ',
    '\n',
  )
  const texts = fc.array(parts, { maxLength: 8 }).map((some) => some.join(''))
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      expect(await outcomeOf(() => parse(text))).toEqual(await outcomeOf(async () => JSON.parse(text)))
    }),
    { numRuns: 2_000 },
  )
})

it('escapes in texts and names are read', async () => {
  const value = { 'a"\\': ['\\"', '"\\\\', '\u0000\u2028é😀'] }
  expect(await parse(JSON.stringify(value))).toEqual(value)
})

it.each([
  ['levels', '['.repeat(65)],
  ['names', `{${Array.from({ length: 10_001 }, (_, n) => `"${n}":0`).join()}}`],
  ['bytes', `"${'x'.repeat(16_800_000)}"`],
  ['bytes', '1'.repeat(1_001)],
  ['space', `[${' '.repeat(1_001)}]`],
  ['no object may have', '{"__proto__":{}}'],
])('an excess is refused: %s', async (what, text) => {
  await expect(parse(text)).rejects.toThrow(what)
})

async function outcomeOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return { value: await work() }
  } catch {
    return 'refused'
  }
}
