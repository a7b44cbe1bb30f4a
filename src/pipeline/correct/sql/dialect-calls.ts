import type { Edit } from '../strategy.ts'
import type { CallRewrite } from './call-rewrite.ts'
import { postgresCall } from './postgres-call.ts'
import type { SqlToken } from './read-sql.ts'
import { argumentText, callsIn } from './sql-calls.ts'
import { sqliteCall } from './sqlite-call.ts'

/** Rewrites every call that this database lacks and that has an equivalent in it. */
export function dialectCalls(code: string, tokens: SqlToken[], language: string): Edit[] {
  const rewrite: CallRewrite = language === 'sql' ? sqliteCall : postgresCall(language)
  const edits: Edit[] = []
  for (const call of callsIn(tokens)) {
    // The text of an outer rewritten call already contains its arguments.
    if (edits.some(({ start, end }) => call.start >= start && call.end <= end)) continue
    const args = call.args.map((argument) => argumentText(code, argument)).filter((text) => text !== '')
    const text = rewrite({ name: call.name, args, first: call.args[0] ?? [] })
    if (text !== undefined) edits.push({ start: call.start, end: call.end, text })
  }
  return edits
}
