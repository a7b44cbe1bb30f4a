import type { Proposal, Strategy } from '../strategy.ts'
import { best, messageOf, propose, replace } from './edits.ts'
import { readProgram } from './program.ts'

export const dateFormat: Strategy = {
  id: 'python/date-format',
  languages: ['python'],
  title: 'Writes the separators, the long year and the time into the format of a date, as the date has them',
  answers: ['ValueError'],
  prior: 0.9,
  propose(fault) {
    const differs = messageOf(fault, /^time data '(.*)' does not match format '(.*)'$/)
    if (differs) return best(rewritten(fault.code, differs[2] ?? '', fitting(differs[2] ?? '', differs[1] ?? '')))
    const rest = messageOf(fault, /^unconverted data remains: (.*)$/s)
    const time = rest && timeOf(rest[1] ?? '')
    return time === undefined ? [] : best(lengthened(fault.code, time))
  },
}

/** Every text of the program that is this format. */
function rewritten(code: string, format: string, wanted: string | undefined): Proposal[] {
  if (wanted === undefined || wanted === format) return []
  const edits = readProgram(code).tokens.flatMap((token) =>
    token.kind === 'string' && token.text.slice(1, -1) === format
      ? [replace({ start: token.start + 1, end: token.end - 1 }, wanted)]
      : [],
  )
  return edits.length > 0 ? [propose(edits, `wrote the format of a date as "${wanted}"`, 0.93)] : []
}

/** How a field looks in a date; a number of one digit is read like one of two. */
const FIELDS: Readonly<Record<string, string>> = {
  '%Y': '\\d{4}',
  '%y': '\\d{2}(?!\\d)',
  ...Object.fromEntries(['%m', '%d', '%H', '%I', '%M', '%S'].map((field) => [field, '\\d{1,2}'])),
  '%f': '\\d{1,6}',
  '%b': '[A-Za-z]{3}(?![a-z])',
  '%B': '[A-Z][a-z]{2,8}',
  '%p': '[AaPp][Mm]',
}

/** The same fields in the same order, with what stands between them in the date; years and months as long as they are there. */
function fitting(format: string, date: string): string | undefined {
  for (const wanted of spellingsOf(format.match(/%[A-Za-z]/g) ?? [])) {
    const known = wanted.map((field) => FIELDS[field])
    if (known.length < 2 || known.some((each) => each === undefined)) return undefined
    const found = new RegExp(`^${known.map((each) => `(${each})`).join('([^A-Za-z0-9%]{1,3}|T)')}$`).exec(date)
    const between = found?.slice(1).filter((_, index) => index % 2 === 1)
    if (between) return wanted.map((field, index) => field + (between[index] ?? '')).join('')
  }
  return undefined
}

const OTHER: Readonly<Record<string, string>> = { '%y': '%Y', '%Y': '%y', '%b': '%B', '%B': '%b' }
const MOST_FIELDS = 8

/** The fields as they are, then with years and months of another length. */
function spellingsOf(fields: readonly string[]): string[][] {
  let found: string[][] = [[]]
  for (const field of fields.slice(0, MOST_FIELDS)) {
    const other = OTHER[field]
    found = found.flatMap((each) => [[...each, field], ...(other ? [[...each, other]] : [])])
  }
  return found
}

function timeOf(rest: string): string | undefined {
  const found = /^([ T])\d{2}:\d{2}(:\d{2})?(\.\d{1,6})?(Z|[+-]\d{2}:?\d{2})?$/.exec(rest)
  if (!found) return undefined
  const [, blank = '', seconds, fraction, zone] = found
  return `${blank}%H:%M${seconds ? ':%S' : ''}${fraction ? '.%f' : ''}${zone ? '%z' : ''}`
}

const ENDS_WITH_DAY = /^(?=.*%Y)(?=.*%[mbB])(?=.*%d)[^H]*$/

/** The only format of a date without a time gets it. */
function lengthened(code: string, time: string): Proposal[] {
  const formats = readProgram(code).tokens.filter(({ kind, text }) => kind === 'string' && ENDS_WITH_DAY.test(text))
  const [only] = formats
  return only && formats.length === 1
    ? [
        propose(
          replace({ start: only.end - 1, end: only.end - 1 }, time),
          `added "${time}" to the format of a date`,
          0.9,
        ),
      ]
    : []
}
