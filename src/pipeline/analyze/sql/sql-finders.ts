import type { Remark } from '../language-analysis.ts'
import type { SqlProgram } from '../program.ts'
import { remarkAt } from '../remark-at.ts'
import type { RemarkFinder } from '../remark-finder.ts'
import { changeRules } from './change-rules.ts'
import { queriesOf, tokensOf } from './clauses.ts'
import { conditionRules } from './condition-rules.ts'
import { selectRules } from './select-rules.ts'
import type { SqlRule } from './sql-rule.ts'

/** Checks all statements with one group of rules. */
const finderOf =
  (rules: readonly SqlRule[]): RemarkFinder<SqlProgram> =>
  ({ statements }) => {
    const all = statements.map(tokensOf)
    const made = new Set(all.flatMap(tablesMade))
    return all.flatMap(queriesOf).flatMap((query) =>
      rules.flatMap(({ find, cost, ...rule }) =>
        find(query, made).map(({ first, last, message, fix }): Remark => {
          const place = { start: first.token.start, end: last.token.start + last.token.text.length }
          return remarkAt(rule, { at: place, ...(cost ? { message, cost, fix } : { message, fix }) })
        }),
      ),
    )
  }

/** The name in `create table if not exists name`. */
function tablesMade(tokens: ReturnType<typeof tokensOf>): string[] {
  const words = tokens.slice(0, 10).map(({ word }) => word)
  const at = words.findIndex((word) => word === 'table' || word === 'view')
  if (words[0] !== 'create' || at === -1) return []
  const name = words.slice(at + 1).find((word) => !['if', 'not', 'exists'].includes(word))
  return name ? [name.replaceAll('"', '')] : []
}

export const sqlFinders: readonly RemarkFinder<SqlProgram>[] = [selectRules, conditionRules, changeRules].map(finderOf)
