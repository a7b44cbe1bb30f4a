import type { Proposal, Strategy } from '../strategy.ts'
import { definitionsOf, enclosing, headerOf } from './definitions.ts'
import { assuming, best, insert, propose } from './edits.ts'
import { type Program, readProgram, type Statement } from './program.ts'
import { wantedName } from './wanted-name.ts'

export const unboundLocal: Strategy = {
  id: 'python/unbound-local',
  languages: ['python'],
  title:
    'Says that a function changes a variable of outside, begins a count at zero, or names the exception that is used',
  answers: ['UnboundLocalError', 'NameError'],
  prior: 0.93,
  bold: 'a variable begun at zero or empty',
  propose(fault) {
    const name = wantedName(fault)
    const program = readProgram(fault.code)
    if (name === undefined) return []
    const around = enclosing(program, fault.diagnosis.line ?? 1).filter((each) => headerOf(each)?.kind === 'function')
    return best([
      ...declared(program, name, around),
      ...begun(program, name, fault.diagnosis.line),
      ...caught(program, name, fault.diagnosis.line),
    ])
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

/** `total += x` or `found.append(x)` in a loop, without an initial value. */
function begun(program: Program, name: string, line: number | undefined): Proposal[] {
  const { statements } = program
  const failing = statements.find((each) => each.line === line)
  const owners = definitionsOf(program).filter((each) => each.name === name && each.kind !== 'attribute')
  const start = failing && startOf(failing, name)
  if (!failing || !start || owners.length > 0) return []
  const at = statements.indexOf(failing)
  const loop = statements
    .slice(0, at)
    .findLast((each) => each.width < failing.width && ['for', 'while'].includes(each.first.text))
  if (!loop) return []
  const outermost = outermostLoop(statements, loop)
  const edit = insert(outermost.first.start, `${name} = ${start.value}\n${outermost.indent}`)
  const proposal = propose(edit, `began "${name}" with ${start.value}`, start.isTold ? 0.9 : 0.85)
  return [start.isTold ? proposal : assuming(`"${name}" begins with ${start.value}`, proposal)]
}

/** Methods that only one type of values has, which is empty at first. */
const OF_TYPE: Readonly<Record<string, string>> = {
  append: '[]',
  extend: '[]',
  insert: '[]',
  add: 'set()',
  setdefault: '{}',
}

/** The first value that a statement needs; told where its type follows from the use. */
function startOf({ tokens }: Statement, name: string): { value: string; isTold: boolean } | undefined {
  const [first, operator, third] = tokens
  if (first?.text !== name) return undefined
  if (operator?.text === '.') {
    const value = tokens[3]?.text === '(' ? OF_TYPE[third?.text ?? ''] : undefined
    return value === undefined ? undefined : { value, isTold: true }
  }
  if (operator?.text === '[') {
    const close = tokens.findIndex(({ text }) => text === ']')
    return tokens[close + 1]?.text === '=' ? { value: '{}', isTold: true } : undefined
  }
  if (operator?.text !== '+=' && operator?.text !== '-=') return undefined
  if (third?.text === '[') return { value: '[]', isTold: true }
  return isText(tokens.slice(2)) ? { value: "''", isTold: true } : { value: '0', isTold: false }
}

/** A sum of which one part is a text. */
function isText(tokens: Statement['tokens']): boolean {
  let depth = 0
  return tokens.some(({ kind }, index) => {
    if (kind === 'open') depth++
    if (kind === 'close') depth--
    const isPart = depth === 0 && kind === 'string'
    return (
      isPart && ['', '+'].includes(tokens[index - 1]?.text ?? '') && ['', '+'].includes(tokens[index + 1]?.text ?? '')
    )
  })
}

function outermostLoop(statements: Statement[], loop: Statement): Statement {
  const outer = statements
    .slice(0, statements.indexOf(loop))
    .findLast((each) => each.width < loop.width && each.last.text === ':')
  return outer && ['for', 'while'].includes(outer.first.text) ? outermostLoop(statements, outer) : loop
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
