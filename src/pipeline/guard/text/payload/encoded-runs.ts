/** A piece of text that encodes bytes. */
export interface EncodedRun {
  start: number
  end: number
  bytes: Buffer
  /** The encoding, in words. */
  how: string
}

const MOST_BYTES = 65_536
// Each repetition has an upper bound: V8 keeps a backtracking step for each, and gives up on a text of millions of characters.
const BASE64 = /(?<![\w+/=-])[A-Za-z0-9+/_-]{24,87384}/g
const END_OF_BASE64 = /={0,2}(?![\w+/=-])/y
const HEX = /(?<!\w)(?:0x)?([0-9a-fA-F]{24,131072})/g
const ESCAPES = /(?:\\x[0-9a-fA-F]{2}|\\u00[0-9a-fA-F]{2}|\\[0-3][0-7]{2}){8,16384}/g
const NUMBERS = /(?:(?<![\w.])\d{1,3}\s{0,3},\s{0,3}){9,16384}\d{1,3}(?![\w.])/g

/** All runs in base64, in hexadecimal, in escapes or as a list of numbers; only the beginning of a very long one. */
export function* encodedRuns(text: string): Generator<EncodedRun> {
  for (const { index, 0: run } of text.matchAll(BASE64)) {
    const isLong = run.length > (MOST_BYTES * 4) / 3
    END_OF_BASE64.lastIndex = index + run.length
    const padding = isLong ? '' : END_OF_BASE64.exec(text)?.[0]
    if (padding === undefined) continue
    yield { ...place(index, run + padding), how: 'base64', bytes: Buffer.from(run, 'base64') }
  }
  for (const { index, 0: run, 1: digits = '' } of text.matchAll(HEX)) {
    const isWhole = digits.length % 2 === 0 && !/\w/.test(text[index + run.length] ?? '')
    if (!isWhole && digits.length < MOST_BYTES * 2) continue
    yield { ...place(index, run), how: 'hexadecimal', bytes: Buffer.from(digits, 'hex') }
  }
  for (const { index, 0: run } of text.matchAll(ESCAPES)) {
    yield {
      ...place(index, run),
      how: 'escapes',
      bytes: Buffer.from(run.slice(0, MOST_BYTES).split('\\').slice(1).map(byteOf)),
    }
  }
  for (const { index, 0: run } of text.matchAll(NUMBERS)) {
    const numbers = run.slice(0, MOST_BYTES).split(',').map(Number)
    if (numbers.every((number) => number < 256))
      yield { ...place(index, run), how: 'numbers', bytes: Buffer.from(numbers) }
  }
}

const place = (start: number, run: string) => ({ start, end: start + run.length })

/** The byte of an escape, from the text behind the backslash. */
const byteOf = (digits: string): number =>
  /^[xu]/.test(digits) ? Number.parseInt(digits.slice(1), 16) & 255 : Number.parseInt(digits, 8) & 255
