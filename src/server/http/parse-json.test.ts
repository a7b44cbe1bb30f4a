import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectShortTurn, stallOf } from '../../../test/support/main-thread-watch.ts'
import { parseJson } from './parse-json.ts'

const TRIES = 3
const parse = (text: string) => parseJson(Buffer.from(text))

it('any JSON is parsed to its value', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ stringUnit: 'binary' }), async (value) => {
      const text = JSON.stringify(value)
      expect(await parse(text)).toEqual(JSON.parse(text))
    }),
  )
})

it('quotes, brackets and backslashes in text count as text', async () => {
  const value = { 'a"[{': `${'[{":,'.repeat(200_000)}\\"` }
  expect(await parse(JSON.stringify(value))).toEqual(value)
})

it('repeated names, as in rows of a table, are accepted', async () => {
  const rows = Array.from({ length: 20_000 }, (_, n) => ({ name: `row ${n}`, size: n }))
  expect(await parse(JSON.stringify({ rows }))).toEqual({ rows })
})

const many = (count: number, each: (n: number) => string) => Array.from({ length: count }, (_, n) => each(n)).join(',')
const scattered = (n: number) => Math.imul(n, 2_654_435_761) % 30_000
const attacks: Record<string, [string, string]> = {
  'eight million brackets': [`{"value":${'['.repeat(8_000_000)}${']'.repeat(8_000_000)}}`, 'levels'],
  '100,000 levels of objects': [`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 'levels'],
  '400,000 names': [`{"env":{${many(400_000, (n) => `"k${n}":0`)}}}`, 'names'],
  '1,000,000 names in many objects': [`[${many(100_000, (n) => `{${many(10, (m) => `"${n}-${m}":0`)}}`)}]`, 'names'],
  '220,000 names in eleven objects': [`[${many(11, () => `{${many(20_000, (n) => `"k${n}":0`)}}`)}]`, 'names'],
  'eight million numbers': [`[${'0,'.repeat(8_000_000)}0]`, 'values'],
  '37,000 objects of twelve names, each in an order of its own': [
    `[${many(37_000, (n) => `{${many(12, (m) => `"k${scattered(n * 12 + m)}":0`)}}`)}]`,
    'names',
  ],
  '240,000 objects of one name of 30,000': [`[${many(240_000, (n) => `{"k${scattered(n)}":0}`)}]`, 'names'],
  '20,000 names of 800 bytes': [`{"value":{${many(20_000, (n) => `"${'k'.repeat(800)}${n}":0`)}}}`, 'names'],
  'a name of ten megabytes': [`{"${'k'.repeat(10_000_000)}":0}`, 'names'],
  '490,000 short texts': [`[${many(490_000, (n) => `"${n}"`)}]`, 'values'],
  'four million empty lists': [`[${'[],'.repeat(4_000_000)}0]`, 'values'],
}

describe('no body holds the main thread for 50 ms', () => {
  for (const [name, [text, what]] of Object.entries(attacks)) {
    it(`${name} are refused`, async () => {
      const bytes = Buffer.from(text)
      const refused = () => expect(parseJson(bytes)).rejects.toMatchObject({ details: { what } })
      expectShortTurn(await stallOf(refused, TRIES), 50)
    })
  }
  const taken: Record<string, string> = {
    'sixteen megabytes of text': JSON.stringify({ code: 'x'.repeat(16_000_000) }),
    'as many names as may be': `{"value":{${many(16_300, (n) => `"k${n}":0`)}}}`,
    'as many long names as may be': `{"value":{${many(16_000, (n) => `"${'k'.repeat(240)}${n}":0`)}}}`,
    'as many orders of names as may be': `[${many(1_300, (n) => `{${many(12, (m) => `"k${scattered(n * 12 + m)}":0`)}}`)}]`,
    'as many values as may be': `[${'[],'.repeat(32_000)}0]`,
    'as many short texts as may be': `[${many(65_500, (n) => `"\\n${n}"`)}]`,
    'as much of everything as may be': `[[${many(49_000, (n) => `"${n}"`)}],{${many(16_300, (n) => `"k${n}":0`)}},"${'x'.repeat(15_000_000)}"]`,
  }
  for (const [name, text] of Object.entries(taken)) {
    it(`${name} are taken`, async () => {
      const bytes = Buffer.from(text)
      expectShortTurn(await stallOf(() => parseJson(bytes), TRIES), 50)
    })
  }
})

it('half of a character is refused, with the name of its field', async () => {
  const half = parse('{"files": {"a.txt": "smile \\ud83d"}}')
  await expect(half).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  await expect(half).rejects.toThrow(
    'body.files.a.txt: holds half of a character at offset 6, the lone surrogate U+D83D',
  )
  expect(await parse('{"code": "\\ud83d\\ude00"}')).toEqual({ code: '😀' })
})

it('a body of many names is measured, parsed and handed on in separate turns', async () => {
  const bytes = Buffer.from(`{"value":{${many(16_300, (n) => `"k${n}":0`)}}}`)
  let turns = 0
  const count = () => {
    turns++
    beat = setImmediate(count)
  }
  let beat = setImmediate(count)
  await parseJson(bytes)
  clearImmediate(beat)
  expect(turns).toBeGreaterThanOrEqual(4)
})
