import { argumentsOf } from '../../../../language/python/arguments-of.ts'
import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { childOf, type Node, type Tree, textOf, walk } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'
import { trimPlace } from '../../trim-place.ts'
import { calledPath } from '../called-path.ts'
import { iteratedBy, targetsOf } from '../loop.ts'
import { scopeOf, usesOf } from '../scope.ts'

const RULE: RemarkRule = {
  rule: 'python/comprehension',
  family: 'refactoring',
  severity: 'info',
  why: 'A comprehension says at once that a list is made, and runs faster than a loop with append.',
  remedy: 'Write the list as a comprehension.',
}
const LONGEST_LINE = 100

/** Finds `xs = []` followed by a loop that only appends to it. */
export function appendLoop({ tree }: TreeProgram): Remark[] {
  return nodesOf(tree, 'ForStatement').flatMap((loop) => {
    const list = emptyListBefore(loop)
    const parts = list && partsOf(tree, loop)
    if (!list || !parts || parts.list !== textOf(tree, list.children[0] as Node)) return []
    const text = comprehensionOf(tree, { assigned: list, loop, parts })
    if (!text) return []
    const place = trimPlace(tree.source, loop)
    return remarkAt(RULE, {
      at: place,
      message: `The loop only fills \`${parts.list}\`.`,
      fix: { title: 'Write it as a comprehension', edits: [{ start: list.start, end: place.end, text }] },
    })
  })
}

function emptyListBefore(loop: Node): Node | undefined {
  const siblings = loop.parent?.children ?? []
  const before = siblings.length > 2_000 ? undefined : siblings[siblings.indexOf(loop) - 1]
  const [target, operator, value] = before?.children ?? []
  const isEmptyList =
    value?.type === 'ArrayExpression' && value.children.every(({ type }) => type === '[' || type === ']')
  return before?.type === 'AssignStatement' &&
    before.children.length === 3 &&
    target?.type === 'VariableName' &&
    operator &&
    isEmptyList
    ? before
    : undefined
}

interface Parts {
  list: string
  element: Node
  condition?: Node
}

function partsOf(tree: Tree, loop: Node): Parts | undefined {
  if (loop.children.some(({ type }) => type === 'async' || type === 'else')) return undefined
  const only = onlyStatement(childOf(loop, 'Body'))
  if (only?.type !== 'IfStatement') return only && appended(tree, only)
  const bodies = only.children.filter(({ type }) => type === 'Body')
  const inner = bodies.length === 1 ? onlyStatement(bodies[0]) : undefined
  const parts = inner && appended(tree, inner)
  const condition = only.children[1]
  return parts && condition ? { ...parts, condition } : undefined
}

function onlyStatement(body: Node | undefined): Node | undefined {
  const statements = body?.children.filter(({ type }) => type !== ':') ?? []
  return statements.length === 1 ? statements[0] : undefined
}

function appended(tree: Tree, statement: Node): Parts | undefined {
  const call = statement.type === 'ExpressionStatement' ? statement.children[0] : undefined
  const path = call ? calledPath(tree, call) : ''
  const [given, ...more] = call ? argumentsOf(tree, call) : []
  if (!given || more.length > 0 || given.name || given.spread || !/^\w+\.append$/.test(path)) return undefined
  return { list: path.slice(0, -'.append'.length), element: given.value }
}

function comprehensionOf(
  tree: Tree,
  { assigned, loop, parts }: { assigned: Node; loop: Node; parts: Parts },
): string | undefined {
  const iterated = iteratedBy(loop)
  const { list, element, condition } = parts
  if (!iterated || isUsedLater(tree, loop)) return undefined
  const pieces = condition ? [element, iterated, condition] : [element, iterated]
  if (pieces.some((piece) => !canMove({ tree, piece, list }))) return undefined
  const between = tree.source.slice(assigned.end, loop.start)
  if (between.trim() !== '' || textOf(tree, loop).includes('#')) return undefined
  const head = tree.source.slice(loop.start, iterated.end)
  const filter = condition ? ` if ${textOf(tree, condition)}` : ''
  const text = `${list} = [${textOf(tree, element)} ${head}${filter}]`
  return text.includes('\n') || text.length > LONGEST_LINE ? undefined : text
}

/** Whether the piece does not use the list itself, and means the same inside of brackets. */
function canMove({ tree, piece, list }: { tree: Tree; piece: Node; list: string }): boolean {
  for (const node of walk(piece)) {
    if (['AwaitExpression', 'YieldExpression', 'NamedExpression', 'LambdaExpression'].includes(node.type)) return false
    if (node.type === 'VariableName' && textOf(tree, node) === list) return false
  }
  return piece.type !== 'ConditionalExpression'
}

/** Whether the loop's names are used later: a comprehension keeps its names to itself. */
function isUsedLater(tree: Tree, loop: Node): boolean {
  const scope = scopeOf(tree, loop)
  return targetsOf(tree, loop).some((target) => {
    const last = usesOf(tree, { scope, name: textOf(tree, target) }).at(-1)
    return last !== undefined && last.start >= loop.end
  })
}
