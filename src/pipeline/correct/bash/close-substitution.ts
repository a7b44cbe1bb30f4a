import { lineAt } from '../lines.ts'
import type { Edit, Proposal, Strategy } from '../strategy.ts'
import { lineNumber } from './close-block.ts'
import { readBash } from './read-bash.ts'
import type { Opening } from './read-word.ts'

const CLOSERS: Partial<Record<Opening['mark'], string>> = { '$(': ')', '${': '}', '$((': '))', '((': '))', '(': ')' }

export const closeSubstitution: Strategy = {
  id: 'bash/close-substitution',
  languages: ['bash'],
  title: 'Closes `$(`, `${`, `$((` and `(` on the line where they were opened',
  answers: ['SyntaxError', 'ShellError', 'CommandNotFound'],
  prior: 0.85,
  propose({ code }) {
    const lines = code.split('\n')
    const proposals: Proposal[] = []
    let start = 0
    for (const line of lines) {
      if (proposals.length > 12) break
      if (line.length <= 400 && /\$[({]|\(/.test(line)) proposals.push(...closeLine(code, start))
      start += line.length + 1
    }
    return proposals.sort((one, other) => other.sureness - one.sureness).slice(0, 8)
  },
}

function closeLine(code: string, lineStart: number): Proposal[] {
  const { text } = lineAt(code, lineStart)
  const openings = readBash(text).unclosed.flatMap((one) => (CLOSERS[one.mark] ? [one] : []))
  const [opening] = openings
  if (!opening) return []
  const closer = CLOSERS[opening.mark] ?? ''
  // The substitution may go on over several lines: then an extra parenthesis shows that this was not the fault.
  const isOpen = isOpenIn(code, lineStart + opening.start)
  const most = isOpen ? 0.95 : 0.6
  const half = opening.mark.endsWith('((') ? [')', '))'] : [closer]
  return half.flatMap((missing) =>
    placesFor(text, opening).flatMap((at, index): Proposal[] => {
      const edit: Edit = { start: lineStart + at, end: lineStart + at, text: missing }
      const mended = text.slice(0, at) + missing + text.slice(at)
      if (readBash(mended).unclosed.length >= readBash(text).unclosed.length) return []
      const why = `closed the \`${opening.mark}\` on line ${lineNumber(code, lineStart)}`
      return [{ edits: [edit], why, sureness: Math.max(0.2, most - 0.12 * index) }]
    }),
  )
}

function isOpenIn(code: string, start: number): boolean {
  return readBash(code).unclosed.some((opening) => opening.start === start)
}

/** Places for the closing sign, the likeliest first. */
function placesFor(text: string, { mark, start }: Opening): number[] {
  const from = start + mark.length
  const rest = text.slice(from)
  if (mark === '${') {
    // A name that begins with a digit is the number of an argument: `${1Z` was `${1}Z`.
    const number = /^[!#]?\d+(?=[A-Za-z_])/.exec(rest)?.[0].length
    if (number !== undefined) return [from + number]
    const name = /^[!#]?\w+(?:\[[^\]\s]*\])?/.exec(rest)?.[0].length ?? 0
    // A sign that ends a part of a sentence stands behind the value: `${1:-you, one for me` was `${1:-you}, one for me`.
    const operation =
      /^[!#]?\w+(?:\[[^\]\s]*\])?(?:[^\s"]*[^\s",;.!?](?=[,;.!?]+\s)|[^\s"]*)/.exec(rest)?.[0].length ?? name
    const checked = /^[!#]?\w+(?:\[[^\]\s]*\])?:[?+-](?=[/$])/.exec(rest)?.[0].length
    const likely = checked ?? (/[:#%/^,]/.test(rest[name] ?? '') ? operation : name)
    return distinct([from + likely, from + operation, from + name])
  }
  const trimmed = text.trimEnd().length
  const places: number[] = []
  const isQuoted = (text.slice(0, start).match(/"/g)?.length ?? 0) % 2 === 1
  const quote = isQuoted ? text.lastIndexOf('"') : -1
  const next = rest.search(/[:/,;.-]+\$\(/)
  if (next > 0) places.push(from + next)
  // The same command again stands beside the first rather than inside of it.
  const command = /^\s*([\w-]+) /.exec(rest)?.[1]
  const again = command === undefined ? -1 : rest.indexOf(` $(${command} `)
  if (again > 0) places.push(from + again)
  // A command inside of a calculation takes its closing signs.
  const inner = mark.endsWith('((') ? rest.lastIndexOf('$(') : 0
  const compared =
    inner === -1 ? -1 : rest.slice(inner).search(comparisonAfter(text.slice(0, inner === 0 ? start : from)))
  if (compared > 0) places.push(from + inner + compared)
  if (quote > from) places.push(quote)
  for (const match of rest.matchAll(/;\s*(?:then|do)\b|\s+\]|\s+(?:&&|\|\|)\s/g)) places.push(from + match.index)
  places.push(/;$/.test(text.slice(0, trimmed)) ? trimmed - 1 : trimmed)
  if (isQuoted) for (const match of rest.matchAll(/"|\s/g)) places.push(from + match.index)
  return distinct(places).slice(0, 4)
}

/** Inside of a test or a calculation the substitution ends before the sign that compares it. */
function comparisonAfter(before: string): RegExp {
  if (/\(\([^)]*$/.test(before)) return /\s+(?:[<>]=?|[=!]=)\s/
  if (/(?:^|\s)\[\[?\s[^\]]*$/.test(before)) return /\s+(?:-(?:eq|ne|lt|le|gt|ge)|[=!]=|=~|=)\s/
  return NOTHING
}

const NOTHING = /(?!)/

const distinct = (places: number[]): number[] => [...new Set(places)]
