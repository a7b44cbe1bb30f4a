import { type Node, type Tree, textOf, walk } from '../../../language/tree/tree.ts'
import type { Outside, Sign } from './reach.ts'

const CALLS = new Set(['CallExpression', 'NewExpression'])
const MOST_LENGTH = 60

export interface PlacedTree {
  tree: Tree
  lineAt(offset: number): number
}

/** Signs from calls that are known by their whole name, such as `os.system`, or by its last part. */
export function signsOfCalls({ tree, lineAt }: PlacedTree, known: ReadonlyMap<string, Outside | 'none'>): Sign[] {
  const signs: Sign[] = []
  for (const node of walk(tree.root)) {
    const name = CALLS.has(node.type) ? calledName(node, tree) : undefined
    if (name === undefined) continue
    const outside = known.get(name) ?? known.get(name.slice(name.lastIndexOf('.') + 1))
    if (outside && outside !== 'none') signs.push({ outside, seen: `calls ${name}`, line: lineAt(node.start) })
  }
  return signs
}

/** The dotted name of the callee; undefined when it consists of more than names. */
export function calledName(call: Node, tree: Tree): string | undefined {
  const callee = call.children[call.type === 'NewExpression' ? 1 : 0]
  if (!callee) return undefined
  if (callee.type !== 'MemberExpression') return callee.type === 'VariableName' ? textOf(tree, callee) : undefined
  const text = callee.end - callee.start <= MOST_LENGTH ? textOf(tree, callee) : ''
  if (/^[\w.]+$/.test(text)) return text
  const last = callee.children.at(-1)
  return last?.type === 'PropertyName' ? `?.${textOf(tree, last)}` : undefined
}
