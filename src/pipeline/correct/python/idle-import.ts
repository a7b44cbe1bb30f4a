import { STANDARD_MODULES } from '../../../language/python/standard-modules.ts'
import type { Strategy } from '../strategy.ts'
import { definitionsOf } from './definitions.ts'
import { best, messageOf, propose, remove } from './edits.ts'
import { type Program, readProgram, type Statement, statementAt } from './program.ts'

/** Models go on behind a program that is complete, with the imports of another one. */
export const idleImport: Strategy = {
  id: 'python/idle-import',
  languages: ['python'],
  title: 'Leaves out imports of modules that are not there, where nothing uses what they bring',
  answers: ['ModuleNotFoundError'],
  prior: 0.8,
  propose(fault) {
    if (messageOf(fault, /^No module named '([\w.]+)'/) === undefined) return []
    const program = readProgram(fault.code)
    const failing = statementAt(program, fault.diagnosis.line)
    if (!failing || !isIdle(program, failing)) return []
    const first = program.statements.indexOf(failing)
    const rest = program.statements.slice(first)
    const end = rest.findIndex((each) => !isIdle(program, each))
    const run = (end === -1 ? rest : rest.slice(0, end)).filter((each) => each === failing || isForeign(each))
    return best(
      (run.length > 1 ? [[failing], run] : [[failing]]).map((gone, place) =>
        propose(
          gone.map((each) => remove(linesOf(program, each))),
          `left out ${gone.length === 1 ? 'an import' : `${gone.length} imports`} that nothing uses, from line ${failing.line} on`,
          place === 0 ? 0.8 : 0.9,
        ),
      ),
    )
  },
}

/** An import on lines of its own, at the top level, whose names stand nowhere else. */
function isIdle(program: Program, statement: Statement): boolean {
  const imports = program.statements.filter(({ first }) => ['import', 'from'].includes(first.text))
  if (!imports.includes(statement) || statement.width > 0) return false
  const names = definitionsOf(program).filter(({ kind, statement: of }) => kind === 'import' && of === statement)
  const isAlone = program.statements.every(
    (other) => other === statement || other.lastLine < statement.line || other.line > statement.lastLine,
  )
  return (
    isAlone &&
    names.length > 0 &&
    names.every(({ name }) =>
      program.names.every((each) => each.text !== name || imports.some((of) => isInside(each, of))),
    )
  )
}

const isInside = ({ start }: { start: number }, { first, last }: Statement): boolean =>
  start >= first.start && start < last.end

const isForeign = ({ tokens }: Statement): boolean => !STANDARD_MODULES.has(tokens[1]?.text ?? '')

const linesOf = ({ lines, code }: Program, { line, lastLine }: Statement) => ({
  start: lines[line - 1]?.start ?? 0,
  end: Math.min(code.length, (lines[lastLine - 1]?.end ?? 0) + 1),
})
