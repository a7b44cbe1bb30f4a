import type { ProgramError } from '../../contract/diagnosis.ts'
import { markedText } from './marked-text.ts'

/** Quoted in any of the ways that interpreters and compilers quote. */
const QUOTED = /'([^'\n]{1,100})'|"([^"\n]{1,100})"|`([^`'\n]{1,100})[`']|‘([^’\n]{1,100})’/g
/** `x.y is not a function`. */
const SUBJECT = /^([\w$.]{1,100}) is /
const MOST_NAMES = 10
const LONGEST_LINE = 20_000

/** Adds the failing piece of the program: the marked text, else the first name in the message that stands on the line. */
export function withExpression(error: ProgramError | undefined, code: string): ProgramError | undefined {
  if (error?.line === undefined || error.expression !== undefined) return error
  const line = lineOf(code, error.line)
  const expression =
    markedIn(error, line) ?? namesIn(error.message).find((name) => standsIn(name, line.slice(0, LONGEST_LINE)))
  return expression === undefined ? error : { ...error, expression }
}

/** A line by its number, without making an array of all of them. */
export function lineOf(code: string, number: number): string {
  let start = 0
  for (let line = 1; line < number; line++) {
    const end = code.indexOf('\n', start)
    if (end === -1) return ''
    start = end + 1
  }
  const end = code.indexOf('\n', start)
  return code.slice(start, end === -1 ? code.length : end)
}

function markedIn({ column, endColumn }: ProgramError, line: string): string | undefined {
  return column === undefined || endColumn === undefined ? undefined : markedText(line, column, endColumn)
}

/** Matches whole words only: `x` does not stand in `exit`. */
function standsIn(name: string, line: string): boolean {
  const isPartOfWord = (character: string | undefined) => character !== undefined && /\w/.test(character)
  for (let at = line.indexOf(name); at !== -1; at = line.indexOf(name, at + 1)) {
    const cutsBefore = isPartOfWord(name[0]) && isPartOfWord(line[at - 1])
    const cutsBehind = isPartOfWord(name.at(-1)) && isPartOfWord(line[at + name.length])
    if (!cutsBefore && !cutsBehind) return true
  }
  return false
}

/** Expected tokens are missing from the line; unexpected ones stand on it. */
const IS_MISSING = /\bexpect(?:ed|ing)\b/
const IS_THERE = /\bunexpected\b|\bnear\b|\bgot\b|expression expected/

function namesIn(message: string): string[] {
  if (IS_MISSING.test(message) && !IS_THERE.test(message)) return []
  const quoted = [...message.slice(0, 1000).matchAll(QUOTED)].slice(0, MOST_NAMES)
  const names = [...quoted, SUBJECT.exec(message) ?? []].flatMap(([, ...groups]) => groups)
  // `grep: nofile: No such file`, `no such table: users`: the later part is the one that is meant.
  const parts = message
    .slice(0, 1000)
    .split(': ')
    .filter((part) => /^\S{1,100}$/.test(part))
  return [...names.filter((name) => name !== undefined), ...parts.reverse()]
}
