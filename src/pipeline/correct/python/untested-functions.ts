import { bodyOf, nameOf } from './body-of.ts'
import { definitionsOf, headerOf } from './definitions.ts'
import { type Program, readProgram, type Statement } from './program.ts'

export interface UntestedFunction {
  name: string
  /** Nothing but `pass`, `...`, a text or a bare `return`: its author never wrote it. */
  isStub: boolean
}

/**
 * Functions and methods that neither the tests nor the statements outside of functions mention, and no function that these mention either: whatever
 * passed, it was not them.
 */
export function untestedFunctions(code: string, tests: readonly string[]): UntestedFunction[] {
  const program = readProgram(code)
  const functions = program.statements.filter((each) => headerOf(each)?.kind === 'function')
  const bodies = new Map(functions.map((head) => [head, bodyOf(program, head)]))
  const inside = new Set([...bodies.values()].flat())
  const outside = program.statements.filter((each) => !inside.has(each) && !bodies.has(each))
  const reached = new Set([...namesIn(outside), ...tests.flatMap(wordsIn)])
  let left = functions
  for (;;) {
    const found = left.filter((head) => reached.has(nameOf(head)) || isCalledByLanguage(program, head))
    if (found.length === 0) break
    for (const head of found) for (const name of namesIn(bodies.get(head) ?? [])) reached.add(name)
    left = left.filter((head) => !found.includes(head))
  }
  return left.map((head) => ({ name: nameOf(head), isStub: (bodies.get(head) ?? []).every(doesNothing) }))
}

/** Special methods, the beginning of a program, and functions that a decorator or an outer function hands on. */
function isCalledByLanguage(program: Program, head: Statement): boolean {
  const name = nameOf(head)
  const before = program.statements[program.statements.indexOf(head) - 1]
  const scope = definitionsOf(program).find((each) => each.statement === head && each.kind === 'function')?.scope
  const isInner = scope !== undefined && headerOf(scope)?.kind === 'function'
  return isInner || name === 'main' || /^__\w+__$/.test(name) || before?.first.text === '@'
}

const namesIn = (statements: readonly Statement[]): string[] =>
  statements.flatMap(({ tokens }) =>
    tokens.flatMap(({ kind, text, string }) =>
      kind === 'name' ? [text] : (string?.inner ?? []).map((each) => each.text),
    ),
  )

const wordsIn = (test: string): string[] => test.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []

const doesNothing = ({ tokens }: Statement): boolean =>
  tokens.length === 1 && (tokens[0]?.kind === 'string' || ['pass', 'return', '...'].includes(tokens[0]?.text ?? ''))
