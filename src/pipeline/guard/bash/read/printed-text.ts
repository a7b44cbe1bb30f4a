import { Buffer } from 'node:buffer'
import type { Value } from './bash-program.ts'
import { translate } from './translate.ts'

const LONGEST = 100_000

interface Printing {
  name: string
  args: Value[]
  input: Value | undefined
}

/** The text that a command prints, if its words and its input determine it: payloads are hidden in such commands. */
export function printedText({ name, args, input }: Printing): Value | undefined {
  const words = args.map(({ text }) => text)
  const text = PRINTERS.get(name)?.(words, input?.text)
  if (text === undefined || text.length > LONGEST) return undefined
  const unknowns = [...(input?.unknowns ?? []), ...args.flatMap((arg) => arg.unknowns)].slice(0, 20)
  const places = [...(input ? [input] : []), ...args]
  const start = places.reduce((least, place) => Math.min(least, place.start), Number.POSITIVE_INFINITY)
  const end = places.reduce((most, place) => Math.max(most, place.end), 0)
  return places.length === 0 ? undefined : { text, unknowns, isPlain: false, isExpanded: true, start, end }
}

type Printer = (words: string[], input: string | undefined) => string | undefined

const PRINTERS = new Map<string, Printer>([
  ['echo', printEcho],
  ['printf', printFormatted],
  ['cat', (words, input) => (words.every((word) => word === '-') ? input : undefined)],
  ['base64', (words, input) => (isDecoding(words) ? fromBytes(input, 'base64') : undefined)],
  ['openssl', (words, input) => (isBase64(words) && isDecoding(words) ? fromBytes(input, 'base64') : undefined)],
  ['xxd', (words, input) => (words.join('').includes('r') ? fromBytes(input?.replace(/\s/g, ''), 'hex') : undefined)],
  ['rev', (_, input) => input?.split('\n').map(reversed).join('\n')],
  ['tr', (words, input) => (input === undefined ? undefined : translate(input, words))],
])

/** Whether a command decodes its input. */
export const isDecoding = (words: string[]): boolean =>
  words.some((word) => word === '--decode' || word === '--dec' || /^-[a-z]*[dD]$/.test(word))

export const isBase64 = (words: string[]): boolean => words.some((word) => ['base64', '-base64', '-a'].includes(word))

const reversed = (line: string): string => [...line].reverse().join('')

const fromBytes = (input: string | undefined, encoding: 'base64' | 'hex'): string | undefined =>
  input === undefined ? undefined : Buffer.from(input, encoding).toString('utf8')

function printEcho(words: string[]): string {
  let isEscaped = false
  let end = '\n'
  let first = 0
  for (; /^-[neE]{1,3}$/.test(words[first] ?? ''); first++) {
    if (words[first]?.includes('n')) end = ''
    if (words[first]?.includes('e')) isEscaped = true
  }
  const text = words.slice(first).join(' ')
  return (isEscaped ? unescaped(text) : text) + end
}

function printFormatted(words: string[]): string | undefined {
  const [format = '', ...values] = words[0] === '--' ? words.slice(1) : words
  if (format.startsWith('-')) return undefined
  let next = 0
  const fill = (from: string) =>
    from.replace(/%(?:[sbdq%]|[-.\d]{1,10}s)/g, (mark) => {
      if (mark === '%%') return '%'
      const value = values[next++] ?? ''
      return mark === '%b' ? unescaped(value) : mark.endsWith('.0s') ? '' : value
    })
  const pattern = unescaped(format)
  let output = fill(pattern)
  while (next > 0 && next < values.length && output.length < LONGEST) output += fill(pattern)
  return output
}

const ESCAPE = /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|0?([0-7]{1,3})|([abefnrtv\\"']))/g
const LETTERS: Record<string, string> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', e: '\x1b', f: '\f', v: '\v' }

const unescaped = (text: string): string =>
  text.replace(ESCAPE, (_, hex?: string, unicode?: string, octal?: string, letter?: string) => {
    if (letter !== undefined) return LETTERS[letter] ?? letter
    const code = octal === undefined ? Number.parseInt(hex ?? unicode ?? '', 16) : Number.parseInt(octal, 8)
    return code === 0 ? '' : String.fromCharCode(code)
  })
