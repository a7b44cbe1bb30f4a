/** A piece of text that encodes bytes. */
export interface EncodedRun {
  start: number
  end: number
  bytes: Buffer
  /** The encoding, in words. */
  how: string
}

const MOST_BYTES = 65_536
const BASE64 = /(?<![\w+/=-])[A-Za-z0-9+/_-]{24,}={0,2}(?![\w+/=-])/g
const HEX = /(?<![\w])(?:0x)?([0-9a-fA-F]{2}){12,}(?!\w)/g
const ESCAPES = /(?:\\x[0-9a-fA-F]{2}|\\u00[0-9a-fA-F]{2}|\\[0-3][0-7]{2}){8,}/g
const NUMBERS = /(?:(?<![\w.])\d{1,3}\s{0,3},\s{0,3}){9,}\d{1,3}(?![\w.])/g

/** All runs in base64, in hexadecimal, in escapes or as a list of numbers. */
export function* encodedRuns(text: string): Generator<EncodedRun> {
  for (const { index, 0: run } of text.matchAll(BASE64)) {
    yield { ...place(index, run), how: 'base64', bytes: Buffer.from(run.slice(0, (MOST_BYTES * 4) / 3), 'base64') }
  }
  for (const { index, 0: run } of text.matchAll(HEX)) {
    const digits = run.replace(/^0x/, '').slice(0, MOST_BYTES * 2)
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
