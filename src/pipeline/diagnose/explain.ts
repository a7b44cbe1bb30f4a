import { nearName } from './near-name.ts'
import type { Failing, Pattern } from './pattern.ts'

const LONGEST_VALUE = 160
const WORDS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/**
 * Fills the sentence of a pattern. In braces: a number is a group of its message; `type`, `message`, `line`, `exitCode` and
 * `signal` are those of the failure; `at` is " on line 3" when a line is known; `said` is the last line of stderr; `near`
 * and `suggestion` append the name that was probably meant instead of the first one in the message.
 */
export function explain(pattern: Pattern, groups: readonly (string | undefined)[], failing: Failing): string {
  const { error, end, said } = failing
  const subject = groups.slice(1).find((group) => group !== undefined)
  const values: Record<string, () => string> = {
    type: () => plain(error.type),
    message: () => plain(error.message),
    line: () => String(error.line ?? '?'),
    at: () => (error.line === undefined ? '' : ` on line ${error.line}`),
    exitCode: () => String(end.exitCode ?? '?'),
    signal: () => end.signal ?? '?',
    said: () => (said === '' ? '' : `, saying "${plain(said)}"`),
    near: () => nearText(subject, failing),
    suggestion: () => suggestionText(subject, failing),
  }
  const filled = pattern.explain.replace(/\{(\w+)\}/g, (_, name: string) =>
    /^\d+$/.test(name) ? plain(groups[Number(name)] ?? '') : (values[name]?.() ?? `{${name}}`),
  )
  return withOneEnd(filled)
}

/** A value at the end of a sentence may be empty, or have punctuation of its own. */
function withOneEnd(sentence: string): string {
  const [, body = sentence] = /^(.*?)[\s:;,.]*\.$/s.exec(sentence) ?? []
  return /[?!…]$/.test(body) ? body : `${body}.`
}

/** One line of readable text, from any text of the program. */
function plain(text: string): string {
  const shown = text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return shown.length > LONGEST_VALUE ? `${shown.slice(0, LONGEST_VALUE).toWellFormed()}…` : shown
}

/** "`count` is, two lines above": for names that are not defined, when one like them is. */
function nearText(name: string | undefined, { code, error }: Failing): string {
  const near = name === undefined ? undefined : nearName(name, { code, line: error.line })
  return near ? `; \`${near.name}\` is, ${distanceText(near.line, error.line)}` : hintText(error.hint)
}

function suggestionText(name: string | undefined, { code, error }: Failing): string {
  const hinted = hintText(error.hint)
  const near = hinted || name === undefined ? undefined : nearName(name, { code, line: error.line })
  return near ? `; did you mean \`${near.name}\`?` : hinted
}

/** Tables of the database itself, which the database suggests when it has nothing better. */
const OF_THE_SYSTEM = /^(?:pg|duckdb|sqlite)_/

/** Repeats only the name of the interpreter's suggestion. */
function hintText(hint: string | undefined): string {
  const name = /did you mean[:?]? +['"‘`]?([\w$.]{1,80})/i.exec(hint ?? '')?.[1]
  return name === undefined || OF_THE_SYSTEM.test(name) ? '' : `; did you mean \`${name}\`?`
}

function distanceText(line: number, from: number | undefined): string {
  if (from === undefined) return `on line ${line}`
  const distance = Math.abs(line - from)
  if (distance === 0) return 'on the same line'
  const count = WORDS[distance]
  if (count === undefined) return `on line ${line}`
  return `${count} ${distance === 1 ? 'line' : 'lines'} ${line < from ? 'above' : 'below'}`
}
