import { childOf, type Node, type Tree, textOf, walk } from '../../../language/tree/tree.ts'
import type { Unit } from '../measure/unit.ts'
import { beyond, type Growth, isConstant, logarithmic, power, sorting, times, withReason } from './growth.ts'
import { LOOPS } from './loop-shape.ts'
import { namesIn } from './names-in.ts'
import { assignmentAt, type ProgramFacts } from './program-facts.ts'
import { calledName } from './signs-of-calls.ts'

interface SelfCalls {
  /** How many can happen in one call of the function. */
  count: number
  inLoop: boolean
  /** Each goes on with a part of a structure, such as `node.left`. */
  ofParts: boolean
  /** Each goes on with a share of the whole, such as one half. */
  ofShares: boolean
  /** In loops: what was taken is not taken again, as when subsets are built. */
  movesOn: boolean
}

/** How a function that calls itself grows, given how one call grows by itself. */
export function recursionGrowth(unit: Unit, own: Growth, facts: ProgramFacts): Growth {
  if (!facts.mayRead(unit.node)) return times(power(1), own)
  const calls = selfCalls(unit, facts)
  const name = unit.name.slice(0, 40)
  const say = (growth: Growth, how: string) => withReason(growth, `${name} calls itself ${how}`)
  if (calls.count === 0) return say(times(power(1), own), 'through other functions')
  if (remembers(unit, facts.tree)) return say(times(power(1), own), 'and remembers what it has done')
  if (calls.ofParts) return say(power(1), 'for the parts of a structure')
  if (calls.inLoop) return say(beyond(calls.movesOn ? 'exponential' : 'factorial'), 'in a loop')
  if (calls.count === 1) {
    if (!calls.ofShares) return say(times(power(1), own), 'once for each step')
    return say(isConstant(own) ? logarithmic() : own, 'with a share of the whole')
  }
  if (!calls.ofShares) return say(beyond('exponential'), `${calls.count} times`)
  if (isConstant(own)) return say(power(1), 'for each share of the whole')
  return say(own.degree === 1 && own.logs === 0 ? sorting() : own, 'for each share of the whole')
}

function selfCalls(unit: Unit, { tree }: ProgramFacts): SelfCalls {
  const simple = unit.name.slice(unit.name.lastIndexOf('.') + 1)
  const isSelf = (node: Node) =>
    node.type === 'CallExpression' && ownName(calledName(node, tree) ?? '') === simple && node !== unit.node
  const calls = Array.from(walk(unit.node)).filter(isSelf)
  const locals = localNames(unit.node, tree)
  const loops = calls.map((call) => loopIn(call, unit.node))
  const argumentsOf = (call: Node) =>
    (childOf(call, 'ArgList')?.children ?? []).filter(({ type }) => !'(),'.includes(type))
  return {
    count: callsOnOneWay(unit.node, new Set(calls)),
    inLoop: loops.some((loop) => loop !== undefined),
    ofParts: calls.every((call) => argumentsOf(call).some((each) => isPart(each, loopIn(call, unit.node), tree))),
    ofShares: calls.every((call) => argumentsOf(call).some((each) => isShare(each, locals, tree))),
    movesOn: calls.every((call) => argumentsOf(call).some((each) => isNext(each, loopIn(call, unit.node), tree))),
  }
}

const ownName = (name: string): string => name.replace(/^(?:self|cls|this)\./, '')

const CHOICES = new Set(['IfStatement', 'ConditionalExpression'])
const LISTS = new Set(['Body', 'Block'])

/** Branches exclude each other, and so do a branch that returns and what follows it; the rest happens one after the other. */
function callsOnOneWay(node: Node, calls: ReadonlySet<Node>): number {
  const own = calls.has(node) ? 1 : 0
  const count = (child: Node) => callsOnOneWay(child, calls)
  if (CHOICES.has(node.type)) return own + node.children.reduce((most, child) => Math.max(most, count(child)), 0)
  if (!LISTS.has(node.type)) return own + node.children.reduce((sum, child) => sum + count(child), 0)
  return node.children.reduceRight(
    (later, child) => (returnsInside(child) ? Math.max(later, count(child)) : later + count(child)),
    0,
  )
}

const returnsInside = (node: Node): boolean =>
  node.type === 'IfStatement' &&
  node.children.some(
    ({ type, children }) =>
      type === 'ReturnStatement' || (LISTS.has(type) && children.some((each) => each.type === 'ReturnStatement')),
  )

function loopIn(call: Node, within: Node): Node | undefined {
  let node = call.parent
  while (node && node !== within && !LOOPS.has(node.type) && !isComprehension(node)) node = node.parent
  return node === within ? undefined : node
}

const isComprehension = ({ type, children }: Node): boolean =>
  type.endsWith('ComprehensionExpression') || (type === 'ArgList' && FIRST_WORDS.has(children[2]?.type ?? ''))

const FIRST_WORDS = new Set(['for', 'async'])

/** `node.left`, or what a loop over `node.children` gives. */
function isPart(argument: Node, loop: Node | undefined, tree: Tree): boolean {
  if (!loop)
    return argument.type === 'MemberExpression' && argument.children.some(({ type }) => type === 'PropertyName')
  const head = textOf(tree, loop).slice(0, 200)
  if (/\brange\s*\(|;/.test(head.split('\n', 1)[0] ?? '')) return false
  const counted = new Set(targetsOf(loop, tree))
  const first = argument.type === 'MemberExpression' ? argument.children[0] : argument
  return first?.type === 'VariableName' && counted.has(textOf(tree, first))
}

/** It is made from a local value: the middle, or one of two lists. */
function isShare(argument: Node, locals: ReadonlySet<string>, tree: Tree): boolean {
  const names = namesIn(argument, tree)
  if (names.some((name) => locals.has(name))) return true
  return Array.from(walk(argument)).some(({ type, children }) => {
    const operator = type === 'BinaryExpression' ? children[1] : undefined
    return operator !== undefined && ['//', '/', '>>', '>>>'].includes(textOf(tree, operator))
  })
}

/** `i + 1` in a loop that counts with `i`. */
function isNext(argument: Node, loop: Node | undefined, tree: Tree): boolean {
  if (!loop || argument.type !== 'BinaryExpression') return false
  const counted = new Set(targetsOf(loop, tree))
  return namesIn(argument, tree).some((name) => counted.has(name))
}

function targetsOf(loop: Node, tree: Tree): string[] {
  const head = loop.children.find(({ type }) => type.endsWith('Spec')) ?? loop
  const end = head.children.findIndex(({ type }) => type === 'in' || type === 'of')
  return head.children.slice(0, end === -1 ? 2 : end).flatMap((child) => namesIn(child, tree))
}

function localNames(node: Node, tree: Tree): Set<string> {
  const found = Array.from(walk(node)).flatMap((each) => {
    const assignment = assignmentAt(each, tree)
    return assignment?.update === undefined ? (assignment?.targets ?? []) : []
  })
  return new Set(found)
}

const MEMORY = /^_?(?:memo|cache|cached|seen|visited|dp|lookup|table)\w*$/i

function remembers({ node }: Unit, tree: Tree): boolean {
  const decorated = node.parent?.type === 'DecoratedStatement' ? textOf(tree, node.parent).slice(0, 200) : ''
  if (/^@[\w.]*cache/m.test(decorated)) return true
  return Array.from(walk(node)).some(
    (each) =>
      (each.type === 'VariableName' || each.type === 'PropertyName') && MEMORY.test(textOf(tree, each).slice(0, 40)),
  )
}
