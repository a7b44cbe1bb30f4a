import { type Node, type Tree, textOf, walk } from '../../../language/tree/tree.ts'
import { indexIn } from '../index-in.ts'
import { namesIn } from './names-in.ts'
import { numberOf } from './number-of.ts'

/** What is known about names wherever they stand. A name with two meanings has none here. */
export interface ProgramFacts {
  tree: Tree
  lineAt(offset: number): number
  /** Given a number once, and never anything else. */
  numbers: ReadonlyMap<string, number>
  /** Given a written-out list or text once, and never changed. */
  fixed: ReadonlySet<string>
  /** Taken out of a list of things to be done. */
  popped: ReadonlySet<string>
  /**
   * Looking at a loop means reading all in it, and loops stand in loops. Whether there is still leave to read that much:
   * so the whole stays linear, whatever the program.
   */
  mayRead(node: Node): boolean
}

export interface Assignment {
  targets: string[]
  values: readonly Node[]
  /** `+=` and the like; undefined for a plain one. */
  update?: string
}

const MUTATORS = new Set(
  'append extend insert push unshift add update splice concat setdefault appendleft clear pop'.split(' '),
)
const TAKERS = new Set('pop popleft shift heappop get get_nowait dequeue'.split(' '))
const WRITTEN_OUT = new Set(
  'ArrayExpression TupleExpression SetExpression DictionaryExpression ObjectExpression String'.split(' '),
)

const READS_PER_CHARACTER = 12

export function readFacts(tree: Tree, lineAt: (offset: number) => number): ProgramFacts {
  const given = new Map<string, Node | undefined>()
  const changed = new Set<string>()
  const popped = new Set<string>()
  const spoil = (name: string) => {
    given.set(name, undefined)
    changed.add(name)
  }
  for (const node of walk(tree.root)) {
    const assignment = assignmentAt(node, tree)
    if (assignment) {
      const { targets, values, update } = assignment
      const [target] = targets
      if (target !== undefined && targets.length === 1 && update === undefined && !given.has(target)) {
        given.set(target, values[0])
      } else for (const name of targets) spoil(name)
      if (values.some((value) => TAKERS.has(lastNameOf(value, tree)))) for (const name of targets) popped.add(name)
    } else for (const name of boundIn(node, tree)) spoil(name)
    const changedHere = mutatedBy(node, tree)
    if (changedHere !== undefined) changed.add(changedHere)
  }
  let left = READS_PER_CHARACTER * tree.source.length
  const mayRead = ({ start, end }: Node) => {
    left -= end - start
    return left >= 0
  }
  return { tree, lineAt, ...valuesOf(given, changed, tree), popped, mayRead }
}

function valuesOf(given: ReadonlyMap<string, Node | undefined>, changed: ReadonlySet<string>, tree: Tree) {
  const numbers = new Map<string, number>()
  const fixed = new Set<string>()
  for (const [name, node] of given) {
    const value = numberOf(node, tree, numbers)
    if (value !== undefined) numbers.set(name, value)
    else if (node && WRITTEN_OUT.has(node.type) && !changed.has(name)) fixed.add(name)
  }
  return { numbers, fixed }
}

/** `a, b = c, d`, `a += b`, `const a = b`, `a++`: what gets a value, and from what. */
export function assignmentAt(node: Node, tree: Tree): Assignment | undefined {
  switch (node.type) {
    case 'AssignStatement':
    case 'AssignmentExpression':
    case 'UpdateStatement': {
      const at = node.children.findLastIndex(
        ({ type }) => type === 'AssignOp' || type === 'Equals' || type === 'UpdateOp',
      )
      const operator = node.children[at]
      if (!operator) return undefined
      const targets = node.children.slice(0, at).filter(({ type }) => type !== 'TypeDef')
      return {
        targets: targets.flatMap((target) => (target.type === 'MemberExpression' ? [] : namesIn(target, tree))),
        values: node.children.slice(at + 1).filter(({ type }) => type !== ','),
        ...(operator.type === 'UpdateOp' ? { update: textOf(tree, operator) } : {}),
      }
    }
    case 'VariableDefinition':
    case 'ObjectPattern':
    case 'ArrayPattern': {
      if (node.parent?.type !== 'VariableDeclaration') return undefined
      const siblings = node.parent.children
      const at = indexIn(node.parent, node)
      const equals = siblings.slice(at + 1, at + 3).findIndex(({ type }) => type === 'Equals')
      const value = at === -1 || equals === -1 ? undefined : siblings[at + equals + 2]
      return value && { targets: namesIn(node, tree), values: [value] }
    }
    case 'PostfixExpression':
      return { targets: namesIn(node, tree), values: [], update: '+=' }
    default:
      return undefined
  }
}

/** Parameters and what loops count with. */
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
