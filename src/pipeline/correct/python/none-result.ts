import type { Fault, Proposal, Strategy } from '../strategy.ts'
import { definitionsOf, headerOf } from './definitions.ts'
import { assuming, best, insert, messageOf, propose, remove, replace } from './edits.ts'
import { callsIn } from './expression.ts'
import { type Program, readProgram, type Statement } from './program.ts'

export const noneResult: Strategy = {
  id: 'python/none-result',
  languages: ['python'],
  title: 'Does not keep the None of a method that changes its object, and returns what a function worked out',
  answers: ['TypeError', 'AttributeError'],
  prior: 0.88,
  bold: 'a variable that a function without a return is taken to give back',
  propose(fault) {
    const isNone = messageOf(fault, /NoneType/) !== undefined
    const isShown = Object.values(fault.facts.values ?? {}).includes('None')
    const program = readProgram(fault.code)
    if (!isNone) return isShown ? best(keptNone(program)) : []
    return best([...keptNone(program), ...sortedInPlace(program, fault), ...forgottenReturn(fault, program)])
  },
}

const CHANGES = new Set(
  'sort append extend reverse insert remove clear update add discard shuffle appendleft extendleft'.split(' '),
)

/** `x = x.sort()`, `x = x.append(1)`, `y = x.sort()` */
function keptNone(program: Program): Proposal[] {
  return program.statements.flatMap((statement) => {
    const { tokens, first, last } = statement
    const call =
      tokens[1]?.text === '='
        ? callsIn({ program, tokens }).findLast(({ close }) => close === tokens.length - 1)
        : undefined
    const dot = call && tokens[call.open - 2]
    if (!call || !CHANGES.has(call.name) || (dot?.text !== '.' && call.name !== 'shuffle')) return []
    const object =
      call.name === 'shuffle' ? (call.arguments[0]?.text ?? '') : call.callee.text.slice(0, -call.name.length - 1)
    const from = tokens[2]
    if (!from) return []
    if (object === first.text)
      return [
        propose(
          remove({ start: first.start, end: from.start }),
          `kept "${object}" instead of the result of ${call.name}()`,
          0.96,
        ),
      ]
    const asFunction =
      call.name === 'sort'
        ? `sorted(${[object, ...call.arguments.map(({ text }) => text)].join(', ')})`
        : call.name === 'reverse'
          ? `list(reversed(${object}))`
          : undefined
    return asFunction
      ? [propose(replace({ start: from.start, end: last.end }, asFunction), `made a sorted copy of "${object}"`, 0.93)]
      : []
  })
}

/** `for x in items.sort():`, `return items.sort()`, `print(items.sort())` */
function sortedInPlace(program: Program, { diagnosis }: Fault): Proposal[] {
  return program.statements.flatMap(({ tokens, line, first }) => {
    if (line !== diagnosis.line && first.text !== 'return') return []
    return callsIn({ program, tokens }).flatMap(({ name, callee, arguments: given, close }) => {
      const how = name === 'sort' ? 'sorted' : name === 'reverse' ? 'reversed' : undefined
      if (!how || !callee.text.endsWith(`.${name}`) || callee.start === first.start) return []
      const text = `${how}(${[callee.text.slice(0, -name.length - 1), ...given.map((each) => each.text)].join(', ')})`
      return [
        propose(
          replace(
            { start: callee.start, end: tokens[close]?.end ?? callee.end },
            how === 'reversed' ? `list(${text})` : text,
          ),
          `used ${how}(), which gives a result`,
          0.92,
        ),
      ]
    })
  })
}

/** A function without a return, used for its result: returns its last value, or the variable it worked on. */
function forgottenReturn({ diagnosis }: Fault, program: Program): Proposal[] {
  const used = new Set(calledNear(program, diagnosis.line))
  return definitionsOf(program).flatMap(({ name, kind, statement }) => {
    const head = kind === 'function' && used.has(name) ? statement : undefined
    const body = head ? bodyOf(program, head) : []
    if (!head || body.some(({ tokens }) => tokens.some(({ text }) => text === 'return' || text === 'yield'))) return []
    return returnAt(body, name)
  })
}

/** Functions called on the failing line, or in the assignments of its variables. */
function calledNear(program: Program, line: number | undefined): string[] {
  const failing = program.statements.find((each) => each.line <= (line ?? 0) && (line ?? 0) <= each.lastLine)
  const names = new Set(failing?.tokens.filter(({ kind }) => kind === 'name').map(({ text }) => text))
  const sources = program.statements.filter(({ tokens }) => tokens[1]?.text === '=' && names.has(tokens[0]?.text ?? ''))
  return [failing, ...sources].flatMap((each) =>
    each ? callsIn({ program, tokens: each.tokens }).map(({ name }) => name) : [],
  )
}

/** Statements of a function, without those of inner functions. */
function bodyOf({ statements }: Program, head: Statement): Statement[] {
  const body: Statement[] = []
  let inner: Statement | undefined
  for (const each of statements.slice(statements.indexOf(head) + 1)) {
    if (each.width <= head.width) break
    if (inner && each.width > inner.width) continue
    inner = headerOf(each) ? each : undefined
    if (!inner) body.push(each)
  }
  return body
}

function returnAt(body: Statement[], name: string): Proposal[] {
  const last = body.at(-1)
  const [first] = body
  if (!last || !first) return []
  const own = body.filter(({ width }) => width === first.width).at(-1)
  const why = `returned the result of ${name}()`
  const isAssigned = last.tokens[1]?.text === '=' && last.tokens[0]?.kind === 'name'
  const isStatement =
    last.first.kind === 'keyword' ||
    isAssigned ||
    last.tokens.some(({ text }) => text === '=' || text === '+=') ||
    last.first.text === 'print'
  if (!isStatement && last.width === first.width) return [propose(insert(last.first.start, 'return '), why, 0.85)]
  const target = body.find(({ tokens }) => tokens[1]?.text === '=' && tokens[0]?.kind === 'name')
  if (!target || !own) return []
  const result = isAssigned && last.width === first.width ? last.first.text : target.first.text
  return [
    assuming(
      `the result of ${name}() is "${result}"`,
      propose(insert(last.last.end, `\n${first.indent}return ${result}`), why, 0.8),
    ),
  ]
}
