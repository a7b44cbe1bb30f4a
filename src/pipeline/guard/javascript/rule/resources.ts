import type { Node } from '../../../../language/tree/tree.ts'
import type { Assignment, Call, JavaScriptProgram } from '../program.ts'
import { isFunction, isInside, partsOf, within } from '../read/nodes.ts'
import { ORIGIN } from '../read/origin.ts'
import { commandsOf } from './commands-of.ts'
import { type JavaScriptRule, spotAt } from './javascript-rule.ts'
import { sendsOf } from './sends-of.ts'

const ENDING = new Set(['BreakStatement', 'ReturnStatement', 'ThrowStatement', 'YieldExpression', 'AwaitExpression'])
const LOOPS = new Set(['WhileStatement', 'ForStatement', 'DoStatement'])
const GIGABYTE = 2 ** 30
const STARTING = ['cluster.fork', 'worker_threads.Worker', 'Worker']

export const resourceRules: JavaScriptRule[] = [
  {
    id: 'javascript/fork-bomb',
    family: 'resources',
    severity: 'critical',
    title: 'Starts processes without end',
    why: 'The machine stands still within seconds.',
    remedy: 'Start as many as are needed, and wait for them.',
    cwe: [400, 770],
    *find(program) {
      const starts = [...commandsOf(program).map(({ call }) => call), ...program.callsTo(...STARTING)]
      for (const call of starts) {
        if (endlessAround(program, call.node) || isOwnCopies(program, call, starts)) yield spotAt(call.node)
      }
    },
  },
  {
    id: 'javascript/endless-allocation',
    family: 'resources',
    severity: 'high',
    title: 'Takes memory or disk in a loop without end',
    why: 'The machine runs out of it.',
    remedy: 'Give the loop an end.',
    cwe: [400, 835],
    *find(program) {
      for (const loop of program.loops) {
        if (isEndless(program, loop) && isGrowing(program, loop)) yield spotAt(loop)
      }
    },
  },
  {
    id: 'javascript/endless-loop',
    family: 'resources',
    severity: 'medium',
    title: 'Loops without an end',
    why: 'It holds a processor until somebody ends it.',
    remedy: 'Give the loop an end.',
    cwe: [835],
    *find(program) {
      for (const loop of program.loops) {
        if (isEndless(program, loop) && !isGrowing(program, loop)) yield spotAt(loop)
      }
    },
  },
  {
    id: 'javascript/huge-allocation',
    family: 'resources',
    severity: 'high',
    title: 'Asks for more memory than any such program needs',
    why: 'The machine runs out of memory.',
    remedy: 'Work on pieces, and bound sizes that others choose.',
    cwe: [789, 770],
    *find(program) {
      for (const call of program.calls) {
        const size = sizeOf(program, call)
        const value = size && program.evaluate(size)
        if (typeof value === 'number' && value >= GIGABYTE) yield spotAt(call.node)
        else if (size && program.originsOf(size) & ORIGIN.request) yield spotAt(call.node, { severity: 'medium' })
      }
    },
  },
  {
    id: 'javascript/timer-flood',
    family: 'resources',
    severity: 'high',
    title: 'Makes timers or requests faster than they end',
    why: 'They pile up until the machine, or the other host, stands still.',
    remedy: 'Start the next one when the last has ended.',
    cwe: [400],
    *find(program) {
      for (const call of program.callsTo('setInterval')) {
        const delay = program.evaluate(call.inputs[1] ?? call.node)
        const isFast = call.inputs.length < 2 || (typeof delay === 'number' && delay < 20)
        const body = call.inputs[0] && program.follow(call.inputs[0])
        if (!body || !isFunction(body)) continue
        const inner = within(program.calls, body).some(({ name }) => name === 'setInterval')
        if (inner || (isFast && isBusy(program, body))) yield spotAt(call.node)
      }
      for (const { node } of sendsOf(program)) if (endlessAround(program, node)) yield spotAt(node)
    },
  },
  {
    id: 'javascript/foreign-pattern',
    family: 'resources',
    severity: 'high',
    title: 'Makes a regular expression of what a client wrote',
    why: 'Some patterns take years to match.',
    remedy: 'Escape the text, or search with `includes`.',
    cwe: [1333, 400],
    *find(program) {
      for (const call of program.callsTo('RegExp')) {
        const origins = program.originsOf(call.inputs[0])
        if (origins & ORIGIN.request) yield spotAt(call.node)
        else if (origins & ORIGIN.parameter) yield spotAt(call.node, { severity: 'low' })
      }
    },
  },
  {
    id: 'javascript/slow-pattern',
    family: 'resources',
    severity: 'medium',
    title: 'Uses a regular expression that can take for ever',
    why: 'A repetition inside of a repetition tries every way to split a text.',
    remedy: 'Write it so that each character can be matched in one way only.',
    cwe: [1333],
    *find(program) {
      for (const pattern of program.ofType('RegExp')) {
        if (!isNested(program.sourceOf(pattern).slice(0, 2000))) continue
        yield spotAt(pattern, { severity: isUsedOnForeign(program, pattern) ? 'high' : 'medium' })
      }
    },
  },
]

/** Loops of the function that the node stands in. */
function endlessAround(program: JavaScriptProgram, node: Node): boolean {
  for (let outer = node.parent; outer && !isFunction(outer); outer = outer.parent) {
    if (LOOPS.has(outer.type) && isEndless(program, outer)) return true
  }
  return false
}

/** `while (true)` and `for (;;)`, with nothing inside that ends or waits. */
function isEndless(program: JavaScriptProgram, loop: Node): boolean {
  const isIt = endless.get(loop) ?? (isForever(program, loop) && isNeverLeft(program, loop))
  endless.set(loop, isIt)
  return isIt
}

/** Asked again for each call inside of a loop. */
const endless = new WeakMap<Node, boolean>()

function isNeverLeft(program: JavaScriptProgram, loop: Node): boolean {
  const open = [...loop.children]
  for (let node = open.pop(); node; node = open.pop()) {
    if (ENDING.has(node.type)) return false
    if (node.type === 'CallExpression' && /^process\.(?:exit|abort)\(/.test(program.sourceOf(node))) return false
    if (!isFunction(node)) open.push(...node.children)
  }
  return true
}

function isForever(program: JavaScriptProgram, loop: Node): boolean {
  if (loop.type === 'ForStatement') {
    const spec = loop.children.find(({ type }) => type === 'ForSpec')
    const text = spec ? program.sourceOf(spec) : ''
    return /^\([^;]*;\s*(?:true|1)?\s*;[^;]*\)$/.test(text)
  }
  const condition = loop.children.findLast(({ type }) => type === 'ParenthesizedExpression')
  const value = condition && program.evaluate(condition)
  return value === true || (typeof value === 'number' && value !== 0)
}

const GROWING =
  /^(?:push|unshift|add|set|concat|append|appendFileSync|writeFileSync|appendFile|writeFile|write|alloc|allocUnsafe|fill|repeat|createElement|appendChild|setItem)$/

function isGrowing(program: JavaScriptProgram, loop: Node): boolean {
  const isMade = within(program.calls, loop).some(
    ({ name, method, isNew }) =>
      (GROWING.test(method) || (isNew && /Array|Buffer/.test(name))) && !/^process\.std|^console/.test(name),
  )
  const isAdding = ({ isAdding, value }: Assignment) => isAdding && program.evaluate(value) !== 1
  return isMade || within(program.assignments, loop).some(isAdding)
}

/** More than one copy of the program by itself, and no condition that ends it. */
function isOwnCopies(program: JavaScriptProgram, call: Call, starts: readonly Call[]): boolean {
  const isOwn = ({ inputs, name }: Call) =>
    inputs
      .slice(0, 2)
      .some((input) => /__filename|process\.argv\[1\]|import\.meta\.(?:url|filename)/.test(program.sourceOf(input))) &&
    name !== 'cluster.fork'
  if (!isOwn(call)) return false
  const isInLoop = program.loops.some((loop) => isInside(call.node, loop)) || isRepeated(program, call.node)
  const isBounded = program.ofType('IfStatement').length > 0 || program.ofType('ConditionalExpression').length > 0
  return !isBounded && (isInLoop || starts.filter(isOwn).length > 1)
}

const isRepeated = (program: JavaScriptProgram, node: Node): boolean =>
  program.callsTo('setInterval').some((timer) => isInside(node, timer.node))

function isBusy(program: JavaScriptProgram, body: Node): boolean {
  if (within(sendsOf(program), body).length > 0) return true
  const isHeavy = ({ name, method }: Call) =>
    name.startsWith('child_process.') || /^(?:push|alloc|createElement|appendFileSync)$/.test(method)
  return within(program.calls, body).some(isHeavy)
}

function sizeOf(program: JavaScriptProgram, { name, method, inputs, node }: Call): Node | undefined {
  if (
    /^Buffer\.(?:alloc|allocUnsafe)$|^Buffer$|^ArrayBuffer$|^SharedArrayBuffer$|^(?:Big)?(?:Ui|I)nt\d+Array$|^Float(?:32|64)Array$/.test(
      name,
    )
  )
    return inputs[0]
  if (name === 'Array' && inputs.length === 1 && node.parent?.type === 'MemberExpression') return inputs[0]
  if (method === 'repeat' && inputs.length === 1)
    return program.nameOf(node).startsWith('"') || /^''/.test(name) ? inputs[0] : undefined
  return undefined
}

/** A group that repeats and ends with a repetition, read in one pass. */
function isNested(pattern: string): boolean {
  const open: { repeats: boolean }[] = []
  for (let at = 1; at < pattern.length; at++) {
    const sign = pattern[at]
    if (sign === '\\') at += 1
    else if (sign === '[') at = classEnd(pattern, at)
    else if (sign === '(') open.push({ repeats: false })
    else if (sign === ')') {
      const group = open.pop()
      const isRepeated =
        pattern[at + 1] === '+' || pattern[at + 1] === '*' || /^\{\d+,\}/.test(pattern.slice(at + 1, at + 8))
      if (group?.repeats && isRepeated && isAlone(pattern, at)) return true
    } else if ((sign === '+' || sign === '*') && open.length > 0) {
      for (const group of open.slice(-1)) group.repeats = true
    }
  }
  return false
}

const classEnd = (pattern: string, from: number): number => {
  for (let at = from + 1; at < pattern.length; at++) {
    if (pattern[at] === '\\') at += 1
    else if (pattern[at] === ']') return at
  }
  return pattern.length
}

/** The group is nothing but one repetition, such as `(a+)+` or `(\w*)*`. */
function isAlone(pattern: string, end: number): boolean {
  const start = pattern.lastIndexOf('(', end)
  const inner = pattern.slice(start + 1, end).replace(/^\?:/, '')
  return /^(?:\[[^\]]{1,100}\]|\\?.)[+*]$|^\.\*.{1,10}$|^\w\|\w[+*]$/.test(inner)
}

function isUsedOnForeign(program: JavaScriptProgram, pattern: Node): boolean {
  const member = pattern.parent
  const call = member?.type === 'MemberExpression' ? member.parent : undefined
  const list = call?.children.find(({ type }) => type === 'ArgList')
  return list ? partsOf(list).some((input) => program.originsOf(input) & (ORIGIN.request | ORIGIN.parameter)) : false
}
