import { definitionsOf, headerOf } from './definitions.ts'
import type { Program, Statement } from './program.ts'

const MOST_FUNCTIONS = 3

/** The functions of that name; for a class, its initializer. */
export function functionsOf(program: Program, name: string): Statement[] {
  const named = definitionsOf(program).filter((each) => each.name === name && ['function', 'class'].includes(each.kind))
  return named
    .slice(-MOST_FUNCTIONS)
    .flatMap(({ kind, token }) =>
      program.statements.filter((statement) =>
        kind === 'function' ? statement.tokens.includes(token) : isInitializer(program, statement, name),
      ),
    )
}

function isInitializer(program: Program, statement: Statement, name: string): boolean {
  const token = statement.tokens[headerOf(statement)?.index ?? -1]
  if (token?.text !== '__init__') return false
  return definitionsOf(program).find((each) => each.token === token)?.scope?.tokens[1]?.text === name
}
