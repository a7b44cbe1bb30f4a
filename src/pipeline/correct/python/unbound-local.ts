import type { Proposal, Strategy } from '../strategy.ts'
import { definitionsOf, enclosing, headerOf } from './definitions.ts'
import { best, insert, propose } from './edits.ts'
import { type Program, readProgram, type Statement } from './program.ts'
import { wantedName } from './wanted-name.ts'

export const unboundLocal: Strategy = {
  id: 'python/unbound-local',
  languages: ['python'],
  title: 'Says that a function changes a variable of outside, or names the exception that is used',
  answers: ['UnboundLocalError', 'NameError'],
  prior: 0.93,
  propose(fault) {
    const name = wantedName(fault)
    const program = readProgram(fault.code)
    if (name === undefined) return []
    const around = enclosing(program, fault.diagnosis.line ?? 1).filter((each) => headerOf(each)?.kind === 'function')
    return best([...declared(program, name, around), ...caught(program, name, fault.diagnosis.line)])
  },
}

function declared(program: Program, name: string, around: Statement[]): Proposal[] {
  const [inner, ...outer] = around
  const owners = definitionsOf(program).filter((each) => each.name === name && each.kind !== 'attribute')
  if (!inner) return []
  const isNonlocal = owners.some(({ scope }) => scope !== undefined && outer.includes(scope))
  const isGlobal = owners.some(({ scope }) => scope === undefined)
  const word = isNonlocal ? 'nonlocal' : isGlobal ? 'global' : undefined
  const place = word && bodyStart(program, inner)
  return place
    ? [propose(insert(place.at, `${word} ${name}\n${place.indent}`), `said that "${name}" is ${word}`, 0.95)]
    : []
}

/** The place before the first statement of a function, behind its docstring. */
function bodyStart({ statements }: Program, head: Statement): { at: number; indent: string } | undefined {
  const at = statements.indexOf(head)
  const first = statements[at + 1]
  const isDocstring = first?.tokens.length === 1 && first.first.kind === 'string'
  const start = isDocstring ? (statements[at + 2] ?? first) : first
  return start && start.width > head.width ? { at: start.first.start, indent: start.indent } : undefined
}

/** `except ValueError:` above lines that use the exception by name. */
function caught(program: Program, name: string, line: number | undefined): Proposal[] {
  const { statements } = program
  const failing = statements.findLast((each) => each.line <= (line ?? 0))
  if (!failing || !/^(?:e|ex|exc|err|error|exception|\w+_error)$/.test(name)) return []
  const head = statements
    .slice(0, statements.indexOf(failing))
    .findLast((each) => each.width < failing.width && each.first.text === 'except')
  const colon = head?.last.text === ':' ? head.last : undefined
  if (!head || !colon || head.tokens.some(({ text }) => text === 'as')) return []
  const text = head.tokens.length === 2 ? ` Exception as ${name}` : ` as ${name}`
  return [propose(insert(colon.start, text), `called the exception "${name}"`, 0.96)]
}
