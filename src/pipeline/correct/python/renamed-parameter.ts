import type { Token } from '../../../language/python/tokens.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { headerOf, parametersOf } from './definitions.ts'
import { best, propose, replace } from './edits.ts'
import { type Program, readProgram } from './program.ts'
import { usesOf } from './uses-of.ts'
import { wantedName } from './wanted-name.ts'

/** Apart from misspelt names: nothing but the place speaks for these, and strangers' programs that need them often have another fault. */
export const renamedParameter: Strategy = {
  id: 'python/renamed-parameter',
  languages: ['python'],
  title: 'Gives the body of a function the name that its head has for the parameter',
  answers: ['NameError', 'UnboundLocalError'],
  prior: 0.85,
  propose(fault) {
    const name = wantedName(fault)
    if (name === undefined) return []
    return best(renamedHead(readProgram(fault.code), name, fault.diagnosis.line ?? 0))
  },
}

/** A head that was renamed without its body: its only parameter that nothing uses is the name that nothing defines. */
function renamedHead(program: Program, name: string, line: number): Proposal[] {
  const found = idleIn(program, name, line)
  return found
    ? [
        propose(
          found.uses.map((token) => replace(token, found.parameter)),
          `wrote "${found.parameter}" for "${name}", as the function calls it`,
          0.92,
        ),
      ]
    : []
}

/** The only parameter that nothing uses, of the function around a line that uses a name without a value. */
export const idleParameter = (program: Program, name: string, line: number): string | undefined =>
  idleIn(program, name, line)?.parameter

function idleIn(program: Program, name: string, line: number): { parameter: string; uses: Token[] } | undefined {
  const head = program.statements.findLast((each) => each.line < line && headerOf(each)?.kind === 'function')
  if (!head) return undefined
  const next = program.statements.find((each) => each.line > head.line && each.width <= head.width)
  const isInside = ({ start }: Token) => start > head.last.end && (next === undefined || start < next.first.start)
  if (next && next.line <= line) return undefined
  const unused = parametersOf(head).filter(
    ({ text }) => !/^(?:self|cls|_.*)$/.test(text) && !usesOf(program, text).some(isInside),
  )
  const [parameter] = unused
  if (!parameter || unused.length > 1) return undefined
  return { parameter: parameter.text, uses: usesOf(program, name).filter(isInside) }
}
