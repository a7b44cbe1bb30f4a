import type { Fault, Proposal, Strategy } from '../strategy.ts'
import { definitionsOf, enclosing, headerOf } from './definitions.ts'
import { best, insert, messageOf, propose, remove, wrap } from './edits.ts'
import { callsIn, placeOf } from './expression.ts'
import { addImport } from './import-place.ts'
import { type Program, readProgram } from './program.ts'
import { SYNTAX_ERRORS } from './syntax-errors.ts'

export const missingAwait: Strategy = {
  id: 'python/missing-await',
  languages: ['python'],
  title: 'Awaits what has to be awaited, in a function that may',
  answers: [...SYNTAX_ERRORS, 'TypeError', 'AttributeError', 'RuntimeError', 'ValueError'],
  prior: 0.92,
  propose(fault) {
    const program = readProgram(fault.code)
    return best([...asynchronous(fault, program), ...awaited(fault, program), ...notAwaitable(fault)])
  },
}

/** `'await' outside async function`: the function around it becomes async. */
function asynchronous(fault: Fault, program: Program): Proposal[] {
  if (!SYNTAX_ERRORS.includes(fault.diagnosis.type)) return []
  const inside = program.tokens.filter(
    ({ text }, at) =>
      text === 'await' || (text === 'async' && ['for', 'with'].includes(program.tokens[at + 1]?.text ?? '')),
  )
  const plain = new Set(
    inside
      .slice(0, MOST_AWAITED)
      .flatMap(({ line }) => enclosing(program, line).find((each) => headerOf(each)?.kind === 'function') ?? []),
  )
  const heads = [...plain].filter(({ first }) => first.text === 'def')
  return [
    propose(
      heads.map(({ first }) => insert(first.start, 'async ')),
      'made the function async, since it awaits',
      0.95,
    ),
  ]
}

const MOST_AWAITED = 200

/** A coroutine was used in place of its result. */
function awaited(fault: Fault, program: Program): Proposal[] {
  if (!messageOf(fault, /'coroutine'|coroutine object|a coroutine was expected/)) return []
  const names = new Set(
    definitionsOf(program).flatMap(({ kind, statement, name }) =>
      kind === 'function' && statement.first.text === 'async' ? [name] : [],
    ),
  )
  const calls = program.statements.flatMap(({ tokens, first, line }) =>
    callsIn({ program, tokens }).flatMap((call) => {
      const before = tokens[tokens.indexOf(call.callee.tokens[0] ?? first) - 1]?.text
      const isHandled =
        before === 'await' ||
        before === 'def' ||
        ['run', 'create_task', 'gather', 'wait_for', 'run_until_complete', 'ensure_future'].some((name) =>
          callsIn({ program, tokens }).some(
            (outer) => outer.name === name && outer.open < call.open && call.close < outer.close,
          ),
        )
      return names.has(call.name) && !isHandled ? [{ call, line, end: tokens[call.close]?.end ?? call.callee.end }] : []
    }),
  )
  const edits = calls.flatMap(({ call, line, end }) => {
    const isInside = enclosing(program, line).some(({ first }) => first.text === 'async')
    const isTop = enclosing(program, line).length === 0
    return isInside
      ? wrap({ start: call.callee.start, end }, '(await ', ')')
      : isTop
        ? wrap({ start: call.callee.start, end }, 'asyncio.run(', ')')
        : []
  })
  const needsImport =
    edits.some(({ text }) => text.startsWith('asyncio')) &&
    !program.statements.some(({ first, tokens }) => first.text === 'import' && tokens[1]?.text === 'asyncio')
  const why = 'waited for the coroutine'
  return [propose(needsImport && edits.length ? [addImport(program, 'import asyncio'), ...edits] : edits, why, 0.92)]
}

/** `object int can't be used in 'await' expression` */
function notAwaitable(fault: Fault): Proposal[] {
  const place = messageOf(fault, /can't be used in 'await' expression/) ? placeOf(fault) : undefined
  const at = place?.tokens.findIndex(({ text }) => text === 'await') ?? -1
  const [token, next] = [place?.tokens[at], place?.tokens[at + 1]]
  return token && next
    ? [propose(remove({ start: token.start, end: next.start }), 'did not wait for what needs no waiting', 0.7)]
    : []
}
