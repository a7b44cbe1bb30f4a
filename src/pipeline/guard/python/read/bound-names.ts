import { betweenForAndIn } from '../../../../language/python/loop-targets.ts'
import { type Node, type Tree, textOf, walk } from '../../../../language/tree/tree.ts'

/** Every name that the program assigns anywhere. */
export function boundNames(tree: Tree): ReadonlySet<string> {
  const names = new Set<string>()
  const bind = (node: Node | undefined): void => {
    if (node?.type === 'VariableName') names.add(textOf(tree, node))
    else if (node && TARGETS.test(node.type)) for (const child of node.children) bind(child)
  }
  for (const node of walk(tree.root)) for (const target of targetsOf(node)) bind(target)
  return names
}

/** Expressions that assign several names at once. */
const TARGETS = /^(?:Tuple|Array|Parenthesized)Expression$/

function targetsOf({ type, children }: Node): readonly (Node | undefined)[] {
  if (type === 'AssignStatement')
    return children.slice(
      0,
      children.findLastIndex((child) => child.type === 'AssignOp'),
    )
  if (type === 'UpdateStatement' || type === 'NamedExpression') return children.slice(0, 1)
  if (type === 'WithStatement' || type === 'TryStatement') {
    return children.filter((_, index) => children[index - 1]?.type === 'as')
  }
  if (NAMES_ALL.test(type)) return children.filter((child) => child.type === 'VariableName')
  return betweenForAndIn(children)
}

const NAMES_ALL = /^(?:ImportStatement|ScopeStatement|ParamList|FunctionDefinition|ClassDefinition|\w+Pattern)$/
