import { readFileSync } from 'node:fs'
import { getEncoding } from 'js-tiktoken'
import { expect, test } from 'vitest'
import { countTokens } from './count-tokens.ts'

const encodings = [getEncoding('o200k_base'), getEncoding('cl100k_base')]

const texts = [
  ...['README.md', 'ARCHITECTURE.md', 'package.json'].map((name) => readFileSync(name, 'utf8').slice(0, 8000)),
  'Straße, naïve café — 価格は1234円です。 Привет, мир! 🎉🎉',
  '- link "Kontakt & Impressum" [ref=e12] /url: https://example.com/a?b=c%20d&e=f#g',
]

test.each(texts)('a text counts at least as many tokens as models read it as', (text) => {
  for (const encoding of encodings) expect(countTokens(text)).toBeGreaterThanOrEqual(encoding.encode(text).length)
})
