import { argumentsOf } from '../../../../language/python/arguments-of.ts'
import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { childOf, type Node, type Tree, textOf, walk } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'
import { calledPath } from '../called-path.ts'
import { kindOf } from '../known-kind.ts'
import { iteratedBy, namesBoundIn, targetsOf } from '../loop.ts'
import { isFree, scopeOf, usesOf } from '../scope.ts'

const RULE: RemarkRule = {
  rule: 'python/enumerate',
  family: 'refactoring',
  severity: 'info',
  why: 'An index that only serves to get the element is one more thing to get wrong.',
  remedy: 'Go through the elements themselves, with enumerate where the index is needed too.',
}

/** Finds `for i in range(len(xs))` with a body that reads `xs[i]`. */
export function rangeLength({ tree }: TreeProgram): Remark[] {
  return nodesOf(tree, 'ForStatement').flatMap((loop) => {
    const iterated = iteratedBy(loop)
    const data = iterated && measured(tree, iterated)
    const [index, ...more] = targetsOf(tree, loop)
    if (!iterated || !data || !index || more.length > 0) return []
    const reads = readsOf({ tree, loop, data, index: textOf(tree, index) })
    if (!reads || reads.length === 0) return []
    return remarkAt(RULE, {
      at: iterated,
      message: `\`${textOf(tree, index)}\` counts through \`${data}\` to read its elements.`,
      fix: fixFor({ tree, loop, data, index, iterated, reads }),
    })
  })
}

/** The name in `range(len(name))`. */
function measured(tree: Tree, call: Node): string | undefined {
  if (calledPath(tree, call) !== 'range') return undefined
  const [length, ...more] = argumentsOf(tree, call)
  if (!length || more.length > 0 || calledPath(tree, length.value) !== 'len') return undefined
  const [data] = argumentsOf(tree, length.value)
  // Elements of a dict are its keys, so a dict does not count.
  const isList = data?.value.type === 'VariableName' && kindOf(tree, data.value) !== 'other'
  return isList ? textOf(tree, data.value) : undefined
}

/** All uses of `data[index]`; undefined when the data are used in another way, and so may change meanwhile. */
function readsOf({
  tree,
  loop,
  data,
  index,
}: {
  tree: Tree
  loop: Node
  data: string
  index: string
}): Node[] | undefined {
  const body = childOf(loop, 'Body')
  if (!body || [...namesBoundIn(tree, body)].some((name) => name === data || name === index)) return undefined
  const reads: Node[] = []
  for (const node of walk(body)) {
    if (node.type === 'FunctionDefinition' || node.type === 'LambdaExpression') return undefined
    if (node.type !== 'VariableName' || textOf(tree, node) !== data) continue
    const around = node.parent
    if (!around || textOf(tree, around) !== `${data}[${index}]` || isChanged(around)) return undefined
    reads.push(around)
  }
  return reads
}

/** Whether the element is assigned or deleted, itself or a part of it that is reached through brackets. */
function isChanged(read: Node): boolean {
  const { parent } = read
  if (!parent) return false
  if (parent.type === 'DeleteStatement' || parent.type === 'UpdateStatement')
    return parent.children[0] === read || parent.type === 'DeleteStatement'
  if (parent.type !== 'AssignStatement') return parent.type === 'TupleExpression'
  const operator = parent.children.findLast(({ type }) => type === 'AssignOp')
  return operator !== undefined && read.start < operator.start
}

interface Reading {
  tree: Tree
  loop: Node
  data: string
  index: Node
  iterated: Node
  reads: Node[]
}

function fixFor({ tree, loop, data, index, iterated, reads }: Reading): Remark['fix'] {
  const uses = usesOf(tree, { scope: scopeOf(tree, loop), name: textOf(tree, index) })
  const element = ['item', 'element'].find((name) => isFree(tree, name))
  if (!element || uses.some((use) => use.start >= loop.end)) return undefined
  const inBody = uses.filter((use) => use.start > iterated.end)
  const isIndexNeeded = inBody.length > reads.length
  const edits = [
    { start: index.start, end: index.end, text: isIndexNeeded ? `${textOf(tree, index)}, ${element}` : element },
    { start: iterated.start, end: iterated.end, text: isIndexNeeded ? `enumerate(${data})` : data },
    ...reads.map(({ start, end }) => ({ start, end, text: element })),
  ]
  return { title: isIndexNeeded ? 'Use enumerate' : 'Go through the elements', edits }
}
