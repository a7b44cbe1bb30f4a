import { type Node, type Tree, textOf, walk } from '../../../language/tree/tree.ts'
import { type Assignment, assignmentAt } from './assignment.ts'
import { namesIn } from './names-in.ts'
import { numberOf } from './number-of.ts'
import { readingLeave } from './reading-leave.ts'

/** Facts about names, valid in the whole program. A name with two meanings has no facts. */
export interface ProgramFacts {
  tree: Tree
  lineAt(offset: number): number
  /** Names that get a number once, and never another value. */
  numbers: ReadonlyMap<string, number>
  /** Names that get a literal list or text once, and are never changed. */
  fixed: ReadonlySet<string>
  /** Names of elements taken out of a work list. */
  popped: ReadonlySet<string>
  /** Whether the reading budget still covers this node. */
  mayRead(node: Node): boolean
}

const MUTATORS = new Set(
  'append extend insert push unshift add update splice concat setdefault appendleft clear pop'.split(' '),
)
const TAKERS = new Set('pop popleft shift heappop get get_nowait dequeue'.split(' '))
const WRITTEN_OUT = new Set(
  'ArrayExpression TupleExpression SetExpression DictionaryExpression ObjectExpression String'.split(' '),
)

export function readFacts(tree: Tree, lineAt: (offset: number) => number): ProgramFacts {
  const seen: SeenNames = { given: new Map(), changed: new Set(), popped: new Set() }
  for (const node of walk(tree.root)) {
    const assignment = assignmentAt(node, tree)
    if (assignment) note(assignment, { seen, tree })
    else for (const name of boundIn(node, tree)) spoil(name, seen)
    const mutated = mutatedBy(node, tree)
    if (mutated !== undefined) seen.changed.add(mutated)
  }
  const mayRead = readingLeave(tree.source.length)
  return { tree, lineAt, ...valuesOf(seen, tree), popped: seen.popped, mayRead }
}

interface SeenNames {
  /** The only value that each name got; undefined for a name with several values. */
  given: Map<string, Node | undefined>
  changed: Set<string>
  popped: Set<string>
}

function note({ targets, values, update }: Assignment, { seen, tree }: { seen: SeenNames; tree: Tree }): void {
  const [target] = targets
  const isFirst = target !== undefined && targets.length === 1 && update === undefined && !seen.given.has(target)
  if (isFirst) seen.given.set(target, values[0])
  else for (const name of targets) spoil(name, seen)
  if (values.some((value) => TAKERS.has(lastNameOf(value, tree)))) for (const name of targets) seen.popped.add(name)
}

function spoil(name: string, { given, changed }: SeenNames): void {
  given.set(name, undefined)
  changed.add(name)
}

function valuesOf({ given, changed }: SeenNames, tree: Tree) {
  const numbers = new Map<string, number>()
  const fixed = new Set<string>()
  for (const [name, node] of given) {
    const value = numberOf(node, { tree, numbers })
    if (value !== undefined) numbers.set(name, value)
    else if (node && WRITTEN_OUT.has(node.type) && !changed.has(name)) fixed.add(name)
  }
  return { numbers, fixed }
}

/** Names of parameters, and variables of loops. */
function boundIn(node: Node, tree: Tree): string[] {
  if (node.type === 'ParamList') return namesIn(node, tree)
  const from = node.children.findIndex(({ type }) => type === 'for')
  const to = node.children.findIndex(({ type }) => type === 'in' || type === 'of')
  const targets = from === -1 && node.type !== 'ForOfSpec' && node.type !== 'ForInSpec' ? -1 : to
  return targets === -1 ? [] : node.children.slice(Math.max(0, from), targets).flatMap((part) => namesIn(part, tree))
}

function mutatedBy(node: Node, tree: Tree): string | undefined {
  const callee = node.type === 'CallExpression' ? node.children[0] : undefined
  const [object, , member] = callee?.type === 'MemberExpression' ? callee.children : []
  if (object?.type !== 'VariableName' || !member || !MUTATORS.has(textOf(tree, member))) return undefined
  return textOf(tree, object)
}

function lastNameOf(value: Node, tree: Tree): string {
  const callee = value.type === 'CallExpression' ? value.children[0] : undefined
  const last = callee?.type === 'MemberExpression' ? callee.children.at(-1) : callee
  return last ? textOf(tree, last).slice(0, 20) : ''
}
