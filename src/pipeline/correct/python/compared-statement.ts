import type { Strategy } from '../strategy.ts'
import { definitionsOf } from './definitions.ts'
import { best, propose, replace } from './edits.ts'
import { readProgram } from './program.ts'
import { wantedName } from './wanted-name.ts'

export const comparedStatement: Strategy = {
  id: 'python/compared-statement',
  languages: ['python'],
  title: 'Assigns where a statement only compares',
  answers: ['NameError', 'UnboundLocalError'],
  prior: 0.95,
  propose(fault) {
    const name = wantedName(fault)
    const program = readProgram(fault.code)
    if (definitionsOf(program).some((each) => each.name === name && each.kind === 'function')) return []
    const edits = program.statements.flatMap(({ tokens }) => {
      const [target, operator] = tokens
      const isAlone =
        target?.text === name &&
        (operator?.text === '==' ||
          (operator?.text === ':' && tokens.length > 2 && !tokens.some(({ text }) => text === '=')))
      return isAlone && operator ? [{ edit: replace(operator, operator.text === '==' ? '=' : ' ='), operator }] : []
    })
    return best(
      edits
        .slice(0, 2)
        .map(({ edit, operator }) =>
          propose(edit, `assigned "${name}" on line ${operator.line}`, operator.text === '==' ? 0.97 : 0.6),
        ),
    )
  },
}
