import type { Severity } from '../../../../contract/finding.ts'
import type { GuardRule, Spot } from '../../rule.ts'
import type { SqlProgram, SqlStatement } from '../read-sql.ts'

export type SqlRule = GuardRule<SqlProgram>
export type Verdict = false | undefined | true | Severity | Partial<Spot>

/** Judges each statement. */
export const byStatement =
  (judge: (statement: SqlStatement, program: SqlProgram) => Verdict): SqlRule['find'] =>
  (program) => {
    const spots: Spot[] = []
    for (const statement of program.statements) {
      const verdict = judge(statement, program)
      if (!verdict) continue
      const { start, end } = statement
      const more = verdict === true ? {} : typeof verdict === 'string' ? { severity: verdict } : verdict
      spots.push({ start, end, ...more })
    }
    return spots
  }

/** Whether these words follow each other; `*` is any word. */
export const has = ({ words }: SqlStatement, phrase: string): boolean => placeOf(words, phrase) >= 0

export function placeOf(words: string[], phrase: string): number {
  const wanted = phrase.split(' ')
  const last = words.length - wanted.length
  for (let at = 0; at <= last; at++) {
    if (wanted.every((word, step) => word === '*' || words[at + step] === word)) return at
  }
  return -1
}

/** The index of a call of one of these functions, or -1. */
export function calls({ words }: SqlStatement, names: ReadonlySet<string>): number {
  return words.findIndex((word, at) => names.has(word) && words[at + 1] === '(')
}

/** The content of a quoted token. */
export const textOf = (word: string | undefined): string | undefined =>
  word !== undefined && /^[eE]?'/.test(word) ? word.slice(word.indexOf("'") + 1, -1) : undefined
