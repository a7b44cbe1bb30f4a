/** A sample text for each escape of a regular expression. */
const CLASSES: Record<string, string> = {
  d: '7',
  w: 'a',
  s: ' ',
  D: 'x',
  W: '-',
  S: 'x',
  b: '',
  B: '',
  n: '\n',
  t: '\t',
}
const MOST_REPEATS = 4
const MOST_LENGTH = 80

/** Texts that an ordinary regular expression matches, found by reading it once from left to right. */
export function samplesOfPattern(pattern: string): string[] {
  return [...new Set([0, 1, 2, 3].map((choice) => sampleOf(pattern, choice)))].filter((sample) => sample !== '')
}

/** `choice` selects the alternative, and whether there are more repetitions than needed. */
function sampleOf(pattern: string, choice: number): string {
  const reader = { pattern, at: 0 }
  const parts: string[] = []
  while (reader.at < pattern.length && parts.length < MOST_LENGTH) {
    const char = pattern[reader.at] ?? ''
    if (char === '|' || char === ')') {
      reader.at++
      continue
    }
    parts.push(repeated(readAtom(reader, choice), reader, choice))
  }
  return parts.join('').slice(0, MOST_LENGTH)
}

interface Reader {
  pattern: string
  at: number
}

function readAtom(reader: Reader, choice: number): string {
  const { pattern } = reader
  const char = pattern[reader.at++] ?? ''
  if (char === '\\') {
    const name = pattern[reader.at++] ?? ''
    return CLASSES[name] ?? name
  }
  if (char === '[') return readClass(reader, choice)
  if (char === '(') return readGroup(reader, choice)
  if (char === '.') return 'x'
  return char === '^' || char === '$' ? '' : char
}

function readClass(reader: Reader, choice: number): string {
  const end = reader.pattern.indexOf(']', reader.at + 1)
  const inside = reader.pattern.slice(reader.at, end === -1 ? undefined : end)
  reader.at = end === -1 ? reader.pattern.length : end + 1
  if (inside.startsWith('^')) return ['q', '5', ' '].find((char) => !inside.includes(char)) ?? 'q'
  if (inside.startsWith('\\')) return CLASSES[inside[1] ?? ''] ?? inside[1] ?? ''
  return (choice ? inside.at(-1) : inside[0]) ?? ''
}

/** Reads one alternative of a group; brackets inside of it are read separately. */
function readGroup(reader: Reader, choice: number): string {
  const start = reader.at
  let depth = 1
  const cuts: number[] = []
  for (; reader.at < reader.pattern.length && depth > 0; reader.at++) {
    const char = reader.pattern[reader.at]
    if (char === '\\') reader.at++
    else if (char === '(') depth++
    else if (char === ')') depth--
    else if (char === '|' && depth === 1) cuts.push(reader.at)
  }
  const inside = reader.pattern.slice(start, reader.at - 1)
  if (/^\?<?!|^\?<?=/.test(inside)) return ''
  const bounds = [start - 1, ...cuts, start + inside.length]
  const way = choice % (cuts.length + 1)
  const chosen = reader.pattern.slice((bounds[way] ?? 0) + 1, bounds[way + 1])
  // A group in a group is read once more, so its pattern gets shorter every time.
  return sampleOf(chosen.replace(/^\?(?::|<\w+>)/, ''), choice)
}

function repeated(atom: string, reader: Reader, choice: number): string {
  const [whole = '', least, most] =
    /^(?:\{(\d+)(?:,(\d*))?\}|[*+?])\??/.exec(reader.pattern.slice(reader.at, reader.at + 12)) ?? []
  reader.at += whole.length
  if (whole === '') return atom
  if (least === undefined) return atom.repeat((choice ? 1 : 0) + (whole.startsWith('+') ? 1 : 0))
  const count = Number(choice && most ? most : least)
  return atom.repeat(Math.min(count, Number(least) + MOST_REPEATS, MOST_LENGTH))
}
