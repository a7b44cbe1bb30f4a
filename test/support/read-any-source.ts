import fc from 'fast-check'
import { expect } from 'vitest'
import { analysis } from '../../src/contract/analysis.ts'
import { finding } from '../../src/contract/finding.ts'
import { allSamples } from '../../src/language/samples/all-samples.ts'
import { analyses } from '../../src/pipeline/analyze/analyses.ts'
import { analyzeCode } from '../../src/pipeline/analyze/analyze-code.ts'
import { findDangers } from '../../src/pipeline/guard/find-dangers.ts'
import { guards } from '../../src/pipeline/guard/guards.ts'

const LANGUAGES = ['python', 'javascript', 'typescript', 'bash', 'sql', 'postgres', 'duckdb'] as const

/** Real programs, cut, reversed and mixed; words of all languages; and hostile text. */
const words = fc.constantFrom(
  ...[
    'def f(',
    'class A:',
    'if x',
    'else',
    'for i in ',
    'import os',
    'from . import *',
    'lambda: ',
    '@',
    ':=',
    '\t',
    '\\',
  ],
  ...[
    'function',
    '=>',
    '`${',
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    'async ',
    'await ',
    '...',
    '?.',
    '/*',
    '//',
    '<a>',
    'enum ',
  ],
  ...['$(', '<<EOF', '|', '&&', 'case x in', 'fi', 'done', '"', "'", '#', 'select * from t', 'where', ';', '--', '$$'],
  ...[
    '\n',
    '\r\n',
    '\r',
    '    ',
    '\0',
    '\ud800',
    '😀',
    '\u202e',
    '\ufeff',
    'eval(x)',
    'x = ',
    '1e999',
    '0x',
    'rm -rf /',
  ],
)
const soup = fc.array(words, { maxLength: 80 }).map((parts) => parts.join(''))
const programs = Object.values(allSamples).flatMap((samples) => Object.values(samples).map(({ code }) => code))
const cut = fc
  .tuple(fc.constantFrom(...programs), fc.constantFrom(...programs), fc.nat(2000), fc.nat(2000))
  .map(([one, other, from, to]) => one.slice(from % (one.length + 1)) + other.slice(0, to % (other.length + 1)))
const hostile = fc
  .tuple(
    fc.constantFrom('(', '[', '{', 'not ', 'a.', 'a(', '1+', 'if x:\n ', '$(', '`${', '=>', '"""', '/*', '{{', '\\'),
    fc.nat(3000),
  )
  .map(([part, times]) => part.repeat(times))

/** Guards and analyzes this many random, broken and hostile programs; fast-check prints the seed of a failure. */
export function readAnySource(count: number): void {
  let seen = 0
  fc.assert(
    fc.property(fc.oneof(soup, cut, hostile), fc.constantFrom(...LANGUAGES), (code, language) => {
      seen += 1
      const dangers = findDangers({ code, language }, guards)
      for (const each of dangers.findings) expect(finding.safeParse(each).success).toBe(true)
      const reading = analyzeCode({ code, language }, analyses)
      expect(analysis.safeParse(reading).success).toBe(true)
      const lines = code.split(/\r\n|\n|\r/).length
      for (const { line, endLine } of [...dangers.findings, ...(reading?.findings ?? [])]) {
        expect(line).toBeGreaterThanOrEqual(1)
        expect(endLine).toBeLessThanOrEqual(lines)
      }
    }),
    { numRuns: count },
  )
  expect(seen).toBeGreaterThanOrEqual(count)
}
