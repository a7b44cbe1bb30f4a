import { isFunction, isInside, within } from '../../../../language/javascript/nodes.ts'
import type { Node } from '../../../../language/tree/tree.ts'
import type { Spot } from '../../rule.ts'
import type { Assignment, Call, JavaScriptProgram } from '../program.ts'
import { commandsOf } from './commands-of.ts'
import { type JavaScriptRule, spotAt } from './javascript-rule.ts'
import { sendsOf } from './sends-of.ts'

const ENDING = new Set(['BreakStatement', 'ReturnStatement', 'ThrowStatement', 'YieldExpression', 'AwaitExpression'])
const LOOPS = new Set(['WhileStatement', 'ForStatement', 'DoStatement'])
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
      const all = [...commandsOf(program).map(({ call }) => call), ...program.callsTo(...STARTING)]
      // A program that waits for each process has one at a time.
      const starts = all.filter(({ method }) => !method.endsWith('Sync'))
      const copies = starts.filter((call) => isOwnCopy(program, call))
      const isBounded = program.ofType('IfStatement').length + program.ofType('ConditionalExpression').length > 0
      const spreading = isBounded ? [] : copies.filter(({ node }) => copies.length > 1 || isRepeated(program, node))
      const found = new Set([...starts.filter(({ node }) => endlessAround(program, node)), ...spreading])
      for (const { node } of found) yield spotAt(node)
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
      yield* doubled(program)
      for (const { node } of sendsOf(program)) {
        if (endlessAround(program, node) || isFlooding(program, node)) yield spotAt(node)
      }
    },
  },
]

/** Whether an endless loop of the same function is around the node. */
function endlessAround(program: JavaScriptProgram, node: Node): boolean {
  for (let outer = node.parent; outer && !isFunction(outer); outer = outer.parent) {
    if (LOOPS.has(outer.type) && isEndless(program, outer)) return true
  }
  return false
}

/** Finds two calls of `setTimeout(f, 0)` inside of `f`. */
function* doubled(program: JavaScriptProgram): Iterable<Spot> {
  const timers = program.callsTo('setTimeout', 'setImmediate', 'setInterval').map(({ node, inputs: [again] }) => ({
    node,
    owner: again && program.follow(again),
  }))
  const own = timers.filter(({ node, owner }) => owner && isFunction(owner) && isInside(node, owner))
  for (const [, same] of Map.groupBy(own, ({ owner }) => owner)) {
    if (same.length > 1 && same[0]) yield spotAt(same[0].node)
  }
}

const MANY = /^(?:new )?Array(?:\.from)?\(\s?(?:\{\s?length:\s?)?(?:1e[4-9]|[1-9]\d{4,})\b/

/** Thousands of requests without waiting, or many at once for ever. */
function isFlooding(program: JavaScriptProgram, node: Node): boolean {
  for (let outer = node.parent; outer; outer = outer.parent) {
    if (outer.type === 'AwaitExpression' && !/Promise\.all/.test(program.sourceOf(outer).slice(0, 30))) return false
    const text = program.sourceOf(outer).slice(0, 1000)
    if (outer.type === 'CallExpression' && MANY.test(text)) return true
    if (!LOOPS.has(outer.type)) continue
    const isMany = /^for\s?\([^;]{0,60};[^;]{0,40}<=?\s?(?:[1-9]\d{4,}|1e[4-9])\s?;/.test(text)
    if (isMany || (isForever(program, outer) && /Promise\.all\(/.test(text) && !/sleep|delay|setTimeout/i.test(text))) {
      return true
    }
  }
  return false
}

/** `while (true)` and `for (;;)`, with nothing inside that ends or waits. */
function isEndless(program: JavaScriptProgram, loop: Node): boolean {
  const isIt = endless.get(loop) ?? (isForever(program, loop) && isNeverLeft(program, loop))
  endless.set(loop, isIt)
  return isIt
}

/** Cached, because each call inside of a loop asks again. */
const endless = new WeakMap<Node, boolean>()

function isNeverLeft(program: JavaScriptProgram, loop: Node): boolean {
  const open = [...loop.children]
  for (let node = open.pop(); node; node = open.pop()) {
    if (ENDING.has(node.type)) return false
    if (node.type === 'CallExpression' && /^process\.(?:exit|abort)\(/.test(program.sourceOf(node))) return false
    if (!isFunction(node)) for (const child of node.children) open.push(child)
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

const OWN_FILE = /__filename|process\.argv\[1\]|import\.meta\.(?:url|filename)/

/** Whether the call starts the program itself once more; `new URL('./other.js', import.meta.url)` is another program. */
const isOwnCopy = (program: JavaScriptProgram, { inputs, name }: Call): boolean =>
  name !== 'cluster.fork' &&
  inputs
    .slice(0, 2)
    .map((input) => program.sourceOf(input))
    .some((text) => OWN_FILE.test(text) && !/new URL\(\s?['"`]/.test(text))

/** Whether the node stands in a loop, or in a callback of `setInterval`. */
function isRepeated(program: JavaScriptProgram, node: Node): boolean {
  for (let outer = node.parent; outer; outer = outer.parent) {
    if (LOOPS.has(outer.type)) return true
    if (outer.type === 'CallExpression' && program.nameOf(outer) === 'setInterval()') return true
  }
  return false
}

function isBusy(program: JavaScriptProgram, body: Node): boolean {
  if (within(sendsOf(program), body).length > 0) return true
  const isHeavy = ({ name, method }: Call) =>
    name.startsWith('child_process.') || /^(?:push|alloc|createElement|appendFileSync)$/.test(method)
  return within(program.calls, body).some(isHeavy)
}
