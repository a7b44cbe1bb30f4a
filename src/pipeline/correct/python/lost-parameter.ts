import { BUILTINS, EXCEPTIONS } from '../../../language/python/builtins.ts'
import type { Fault, Proposal, Strategy } from '../strategy.ts'
import { parametersOf, visibleFrom } from './definitions.ts'
import { best, insert, messageOf, propose } from './edits.ts'
import { functionsOf } from './functions-of.ts'
import { type Program, readProgram, type Statement } from './program.ts'

export const lostParameter: Strategy = {
  id: 'python/lost-parameter',
  languages: ['python'],
  title: 'Gives a function the parameter that it uses and is called with',
  answers: ['TypeError'],
  prior: 0.9,
  propose: (fault) => best(lost(fault, readProgram(fault.code))),
}

/** The function uses an undefined name, and gets one argument more than it has parameters: the name is the lost parameter. */
function lost(fault: Fault, program: Program): Proposal[] {
  const found = messageOf(
    fault,
    /^(?:(\w+)\.)?(\w+)\(\) takes (\d+) positional arguments? but (\d+) (?:was|were) given/,
  )
  if (!found || Number(found[4]) !== Number(found[3]) + 1) return []
  const heads = functionsOf(program, found[2] ?? '').filter((head) => parametersOf(head).length === Number(found[3]))
  return heads.flatMap((head) => {
    const body = bodyOf(program, head)
    const known = new Set(visibleFrom(program, head.line + 1).map(({ name }) => name))
    const names = program.names.filter(({ start, text }) => {
      const isInside = body.start <= start && start < body.end
      return isInside && !known.has(text) && !BUILTINS.has(text) && !EXCEPTIONS.has(text)
    })
    const free = [...new Set(names.filter((token) => isVariable(program, token)).map(({ text }) => text))]
    const close = head.tokens.findLast(({ text }) => text === ')')
    const [name] = free
    if (free.length !== 1 || name === undefined || !close) return []
    const text = parametersOf(head).length ? `, ${name}` : name
    return [propose(insert(close.start, text), `gave ${found[2]}() the parameter "${name}"`, 0.93)]
  })
}

function bodyOf({ statements, code }: Program, head: Statement): { start: number; end: number } {
  const after = statements.slice(statements.indexOf(head) + 1).find(({ width }) => width <= head.width)
  return { start: head.last.end, end: after?.first.start ?? code.length }
}

/** Whether the name is neither an attribute nor a keyword argument. */
const isVariable = ({ code }: Program, { start, end }: { start: number; end: number }): boolean =>
  code[start - 1] !== '.' && !/^\s*=[^=]/.test(code.slice(end, end + 5))
