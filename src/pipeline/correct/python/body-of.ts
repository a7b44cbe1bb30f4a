import { headerOf } from './definitions.ts'
import type { Program, Statement } from './program.ts'

/** The statements of a function or a class. */
export function bodyOf({ statements }: Pick<Program, 'statements'>, head: Statement): Statement[] {
  const at = statements.indexOf(head)
  const end = statements.findIndex((each, index) => index > at && each.width <= head.width)
  return statements.slice(at + 1, end === -1 ? undefined : end)
}

/** The name that a `def` or a `class` gives. */
export const nameOf = (head: Statement): string => head.tokens[headerOf(head)?.index ?? -1]?.text ?? ''
