import { applyEdits } from '../../apply-edits.ts'
import type { Edit, Strategy } from '../strategy.ts'
import { dialectCalls } from './dialect-calls.ts'
import { dialectClauses } from './dialect-clauses.ts'
import { dialectTable } from './dialect-table.ts'
import { dialectWords } from './dialect-words.ts'
import { readSql, statementsOf } from './read-sql.ts'
import { SQL_LANGUAGES } from './sql-fault.ts'

/** Translates SQL that was written for another database. All of it is corrected at once: such faults come in swarms. */
export const dialect: Strategy = {
  id: 'sql/dialect',
  languages: SQL_LANGUAGES,
  title: 'Says in the words of this database what was written for another: types, functions, casts, quotes, LIMIT',
  answers: ['SyntaxError', 'SqlError', 'ConstraintError'],
  prior: 0.95,
  propose({ code, language }) {
    const first = editsFor(code, language)
    if (first.length === 0) return []
    const edits = behindThem(code, first, language) ?? first
    return [{ edits, why: 'said in the words of this database what was written for another', sureness: 0.93 }]
  },
}

/** Calls stand within calls: each round translates the outer one. */
const MOST_ROUNDS = 6

/** The whole change as one edit where translating brings up more to translate. */
function behindThem(code: string, first: Edit[], language: string): Edit[] | undefined {
  let text = code
  let edits = first
  for (let round = 1; round < MOST_ROUNDS && edits.length > 0; round += 1) {
    const next = applyEdits(text, edits)
    if (next === undefined || next === text) break
    text = next
    edits = editsFor(text, language)
    if (edits.length === 0 && round === 1) return undefined
  }
  return [changedPart(code, text)]
}

/** The difference between two texts, as one edit. */
function changedPart(before: string, after: string): Edit {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  let same = 0
  while (same < most - start && before.at(-1 - same) === after.at(-1 - same)) same += 1
  return { start, end: before.length - same, text: after.slice(start, after.length - same) }
}

function editsFor(code: string, language: string): Edit[] {
  const tokens = readSql(code, language)
  return withoutOverlap([
    ...statementsOf(tokens).flatMap((statement) => [
      ...dialectTable(statement, language),
      ...dialectClauses({ code, statement, language }),
    ]),
    ...dialectCalls(code, tokens, language),
    ...dialectWords(code, tokens, language),
  ])
}

/** Keeps the first of two edits that touch the same text. */
function withoutOverlap(edits: Edit[]): Edit[] {
  const sorted = edits
    .map((edit, index) => ({ edit, index }))
    .sort((one, other) => one.edit.start - other.edit.start || one.index - other.index)
  const kept: Edit[] = []
  for (const { edit } of sorted)
    if (edit.start >= (kept.at(-1)?.end ?? 0) && edit.start >= (kept.at(-1)?.start ?? -1)) kept.push(edit)
  return kept
}
