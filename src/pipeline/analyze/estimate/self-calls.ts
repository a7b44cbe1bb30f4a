import { childOf, type Node, type Tree, textOf, walk } from '../../../language/tree/tree.ts'
import type { Unit } from '../measure/unit.ts'
import { assignmentAt } from './assignment.ts'
import { callsOnOneWay } from './calls-on-one-way.ts'
import { LOOPS } from './loop-shape.ts'
import { namesIn } from './names-in.ts'
import { calledName } from './signs-of-calls.ts'

/** Common properties of a function's recursive calls. */
export interface SelfCalls {
  /** The largest number of recursive calls in one call of the function. */
  count: number
  inLoop: boolean
  /** Each call goes on with a part of a structure, such as `node.left`. */
  ofParts: boolean
  /** Each call goes on with a share of the whole, such as one half. */
  ofShares: boolean
  /** Each call in a loop starts behind the current element, as when subsets are built. */
  movesOn: boolean
}

/** A value that one of the calls hands on. */
interface Argument {
  value: Node
  /** The loop around the call. */
  loop: Node | undefined
}

export function selfCalls({ name, node }: Unit, tree: Tree): SelfCalls {
  const simple = name.slice(name.lastIndexOf('.') + 1)
  const isSelf = (each: Node) =>
    each.type === 'CallExpression' && (calledName(each, tree) ?? '').replace(/^(?:self|cls|this)\./, '') === simple
  const calls = Array.from(walk(node)).filter(isSelf)
  const given = calls.map((call) => argumentsOf(call, node))
  const locals = localNames(node, tree)
  return {
    count: callsOnOneWay(node, new Set(calls)),
    inLoop: calls.some((call) => loopIn(call, node) !== undefined),
    ofParts: given.every((list) => list.some((argument) => isPart(argument, tree))),
    ofShares: given.every((list) =>
      list.some(({ value }) => isDivided(value, tree) || usesAny(value, { locals, tree })),
    ),
    movesOn: given.every((list) => list.some((argument) => isNext(argument, tree))),
  }
}

function argumentsOf(call: Node, within: Node): Argument[] {
  const loop = loopIn(call, within)
  const values = (childOf(call, 'ArgList')?.children ?? []).filter(({ type }) => !['(', ')', ','].includes(type))
  return values.map((value) => ({ value, loop }))
}

function loopIn(call: Node, within: Node): Node | undefined {
  let node = call.parent
  while (node && node !== within && !LOOPS.has(node.type) && !isComprehension(node)) node = node.parent
  return node === within ? undefined : node
}

const isComprehension = ({ type, children }: Node): boolean =>
  type.endsWith('ComprehensionExpression') || (type === 'ArgList' && FIRST_WORDS.has(children[2]?.type ?? ''))

const FIRST_WORDS = new Set(['for', 'async'])

/** `node.left`, `node[key]` in a loop over the keys, or an element of a loop over `node.children`. */
function isPart({ value, loop }: Argument, tree: Tree): boolean {
  const isMember = value.type === 'MemberExpression' && childOf(value, ':') === undefined
  if (!loop) return isMember && childOf(value, 'PropertyName') !== undefined
  const targets = targetsOf(loop, tree)
  if (isMember) return namesIn(value, tree).some((name) => targets.includes(name))
  return value.type === 'VariableName' && targets.includes(textOf(tree, value)) && !isCounting(loop, tree)
}

const isCounting = (loop: Node, tree: Tree): boolean => {
  const [head = ''] = textOf(tree, loop).slice(0, 200).split('\n', 1)
  return /\brange\s*\(|;/.test(head)
}

/** The argument uses a local variable: the middle, or one of two lists. */
const usesAny = (value: Node, { locals, tree }: { locals: ReadonlySet<string>; tree: Tree }): boolean =>
  namesIn(value, tree).some((name) => locals.has(name))

const DIVIDING = new Set(['//', '/', '>>', '>>>'])

/** `n // 2`, and `a % b` as in Euclid's algorithm. */
const isDivided = (value: Node, tree: Tree): boolean =>
  Array.from(walk(value)).some(({ type, children }) => {
    const [, operator, right] = type === 'BinaryExpression' ? children : []
    if (!operator) return false
    const text = textOf(tree, operator)
    return DIVIDING.has(text) || (text === '%' && right?.type === 'VariableName')
  })

/** `i + 1` in a loop that counts with `i`. */
function isNext({ value, loop }: Argument, tree: Tree): boolean {
  if (!loop || value.type !== 'BinaryExpression') return false
  const counted = new Set(targetsOf(loop, tree))
  return namesIn(value, tree).some((name) => counted.has(name))
}

function targetsOf(loop: Node, tree: Tree): string[] {
  const head = loop.children.find(({ type }) => type.endsWith('Spec')) ?? loop
  const end = head.children.findIndex(({ type }) => type === 'in' || type === 'of')
  return head.children.slice(0, end === -1 ? 2 : end).flatMap((child) => namesIn(child, tree))
}

function localNames(node: Node, tree: Tree): Set<string> {
  const assignments = Array.from(walk(node)).flatMap((each) => assignmentAt(each, tree) ?? [])
  return new Set(assignments.flatMap(({ targets, update }) => (update === undefined ? targets : [])))
}
