import type { Proposal, Strategy } from '../strategy.ts'
import { headerOf } from './definitions.ts'
import { insert, propose, remove } from './edits.ts'
import { type Program, readProgram, type Statement } from './program.ts'
import { wantedName } from './wanted-name.ts'

/** Functions may stand in any order; only code that runs while the module is read has to come behind them. */
export const lateDefinition: Strategy = {
  id: 'python/late-definition',
  languages: ['python'],
  title: 'Moves a function or class above the code of the module that uses it',
  answers: ['NameError'],
  prior: 0.95,
  propose(fault) {
    const name = wantedName(fault)
    const program = readProgram(fault.code)
    return name === undefined ? [] : moved(program, name)
  },
}

interface Part {
  name: string
  start: number
  end: number
  uses: Set<string>
}

function moved(program: Program, wanted: string): Proposal[] {
  const { statements, code } = program
  const parts = partsOf(program)
  const own = parts.find(({ name }) => name === wanted)
  if (!own) return []
  const needed = withAllUsed(own, parts)
  const user = statements.find(
    (each) =>
      each.width === 0 &&
      !isDefinition(each) &&
      each.tokens.some(({ text }) => needed.some(({ name }) => name === text)),
  )
  const late = user ? needed.filter(({ start }) => start > user.first.start) : []
  if (!user || !late.includes(own)) return []
  const text = late
    .sort((one, other) => one.start - other.start)
    .map(({ start, end }) => `${code.slice(start, end).trimEnd()}\n\n`)
    .join('')
  const why = `moved ${late.map(({ name }) => name).join(', ')} above line ${user.line}, which uses it`
  return [propose([insert(user.first.start, text), ...late.map(remove)], why, 0.95)]
}

const isDefinition = (each: Statement): boolean => headerOf(each) !== undefined || each.first.text === '@'

/** The functions and classes of the module, with their decorators and the lines down to the next statement. */
function partsOf({ statements, code }: Program): Part[] {
  const top = statements.filter(({ width }) => width === 0)
  return top.flatMap((each, index) => {
    const header = headerOf(each)
    const name = header && each.tokens[header.index]?.text
    const last = top[index + 1]
    if (name === undefined) return []
    const decorated = top.slice(0, index).findLastIndex(({ first }) => first.text !== '@') + 1
    const [from, to] = [top[decorated]?.first.start ?? each.first.start, last?.first.start ?? code.length]
    const inside = statements.filter(({ first }) => first.start >= from && first.start < to)
    const uses = new Set(inside.flatMap(({ tokens }) => tokens.map(({ text }) => text)))
    return [{ name, start: from, end: to, uses }]
  })
}

function withAllUsed(own: Part, parts: Part[]): Part[] {
  const found = new Set([own])
  for (const part of found) for (const each of parts) if (part.uses.has(each.name)) found.add(each)
  return [...found]
}
