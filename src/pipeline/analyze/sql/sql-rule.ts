import type { Remark } from '../language-analysis.ts'
import type { RemarkRule } from '../remark-at.ts'
import type { Query, SqlToken } from './clauses.ts'

/** A place in a query where a rule applies, and the message about it. */
export interface SqlSpot {
  first: SqlToken
  last: SqlToken
  message: string
  fix?: Remark['fix']
}

export interface SqlRule extends RemarkRule {
  cost?: string
  /** `made` are the names of tables that the program itself creates, in lower case. */
  find: (query: Query, made: ReadonlySet<string>) => SqlSpot[]
}

type Wanted = string | ((placed: SqlToken) => boolean)

/** Each place where the tokens match the pattern; a function in the pattern stands for any token that it accepts. */
export function runsOf(tokens: readonly SqlToken[], ...pattern: Wanted[]): SqlToken[][] {
  const fits = (placed: SqlToken | undefined, wanted: Wanted): boolean =>
    placed !== undefined && (typeof wanted === 'string' ? placed.word === wanted : wanted(placed))
  return tokens.flatMap((_, at) =>
    pattern.every((wanted, index) => fits(tokens[at + index], wanted)) ? [tokens.slice(at, at + pattern.length)] : [],
  )
}

/** The spot from the first to the last token of a run. */
export function spot(run: readonly (SqlToken | undefined)[], message: string): SqlSpot[] {
  const [first, last] = [run[0], run.at(-1)]
  return first && last ? [{ first, last, message }] : []
}
