import { HOLE } from './make-value.ts'

const SIMPLE: Record<string, string> = {
  n: '\n',
  r: '\r',
  t: '\t',
  a: '\u0007',
  b: '\b',
  f: '\f',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '\n': '',
}

const HEX_DIGITS: Record<string, number> = { x: 2, u: 4, U: 8 }

/** The parts of a literal of text or bytes: the range of its content, and whether escapes count. */
export function literalParts(source: string, start: number, end: number) {
  let at = start
  while (at < end && /[a-zA-Z]/.test(source[at] ?? '')) at += 1
  const prefix = source.slice(start, at).toLowerCase()
  const quote = source.slice(at, at + 3)
  const width = quote === '"""' || quote === "'''" ? 3 : 1
  const mark = source.slice(at, at + width)
  const from = Math.min(at + width, end)
  const isClosed = end - width >= from && source.slice(end - width, end) === mark
  return { prefix, from, to: isClosed ? end - width : end, isRaw: prefix.includes('r') }
}

/** The text that a literal stands for. */
export function literalText(source: string, start: number, end: number): string {
  const { from, to, isRaw } = literalParts(source, start, end)
  return unescaped(source.slice(from, to), isRaw)
}

/** Replaces escapes by the characters they stand for, and removes a literal hole character. */
export function unescaped(text: string, isRaw: boolean): string {
  if (isRaw || !text.includes('\\')) return text.replaceAll(HOLE, '')
  let result = ''
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] as string
    if (letter !== '\\') {
      result += letter
      continue
    }
    const { value, length } = escapeAt(text, at + 1)
    result += value
    at += length
  }
  return result.replaceAll(HOLE, '')
}

function escapeAt(text: string, at: number): { value: string; length: number } {
  const letter = text[at] ?? ''
  const simple = SIMPLE[letter]
  if (simple !== undefined) return { value: simple, length: 1 }
  const digits = HEX_DIGITS[letter]
  if (digits) return character(text.slice(at + 1, at + 1 + digits), 16, 1)
  if (letter >= '0' && letter <= '7') return character(/^[0-7]{1,3}/.exec(text.slice(at, at + 3))?.[0] ?? '0', 8, 0)
  return { value: `\\${letter}`, length: 1 }
}

function character(digits: string, radix: number, before: number): { value: string; length: number } {
  const code = Number.parseInt(digits, radix)
  const value = code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  return { value, length: digits.length + before }
}

/** A number as Python writes it; `undefined` for an unsupported form, such as `1j`. */
export function literalNumber(text: string): number | undefined {
  const plain = text.replaceAll('_', '')
  const number = Number(/^0[0-7]+$/.test(plain) ? `0o${plain}` : plain)
  return Number.isNaN(number) ? undefined : number
}
