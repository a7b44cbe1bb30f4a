import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { type Node, type Tree, textOf } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'
import { assignedValues, homeOf, kindOf } from '../known-kind.ts'
import { loopAround, namesBoundIn } from '../loop.ts'
import { usesOf } from '../scope.ts'

const RULE: RemarkRule = {
  rule: 'python/list-membership-in-loop',
  family: 'performance',
  severity: 'medium',
  why: 'A list is looked through from its beginning for each test; a set finds the element at once.',
  remedy: 'Keep the elements in a set, beside the list if their order is needed.',
}
type Assigned = ReturnType<typeof assignedValues>

const NO_NAME: Assigned = []

/** A search in so few elements is as fast as in a set. */
const FEW = 12

export function listMembership({ tree }: TreeProgram): Remark[] {
  const fixes = new Map<Assigned, Remark['fix']>()
  return nodesOf(tree, 'BinaryExpression').flatMap((test) => {
    const list = isMembership(test) ? test.children.at(-1) : undefined
    const loop = list && loopAround(test)
    if (!list || !loop || kindOf(tree, list) !== 'list') return []
    const name = textOf(tree, list)
    const values = list.type === 'VariableName' ? assignedValues(tree, { scope: homeOf(tree, list), name }) : NO_NAME
    if (namesBoundIn(tree, loop).has(name) || (values.length > 0 && values.every(isShort))) return []
    if (!fixes.has(values)) fixes.set(values, fixFor({ tree, list, values }))
    return remarkAt(RULE, {
      at: test,
      message: `\`${name}\` is a list, and is searched in each round.`,
      cost: `O(n·m): each round looks through ${name}`,
      fix: fixes.get(values),
    })
  })
}

const isMembership = ({ children }: Node): boolean =>
  children.at(-2)?.type === 'in' && (children.length === 3 || children.at(-3)?.type === 'not')

const elementsOf = (list: Node): Node[] =>
  list.children.filter(({ type }) => !['[', ']', ',', 'Comment'].includes(type))

/** An empty list is there to grow, so it is not short. */
function isShort(value: Node | undefined): boolean {
  if (value?.type !== 'ArrayExpression') return false
  const count = elementsOf(value).length
  return count > 0 && count < FEW
}

/** A literal list of constants that is used for nothing but such tests can be a set without any other change. */
function fixFor({ tree, list, values }: { tree: Tree; list: Node; values: Assigned }): Remark['fix'] {
  const [value] = values
  if (values.length !== 1 || value?.type !== 'ArrayExpression' || textOf(tree, value).at(-1) !== ']') return undefined
  const elements = elementsOf(value)
  if (elements.length === 0 || !elements.every(({ type }) => type === 'String' || type === 'Number')) return undefined
  const name = textOf(tree, list)
  const scope = homeOf(tree, list)
  // Inner functions see the names of this one, and may use them in any way.
  const hasInner = nodesOf(tree, 'FunctionDefinition', 'LambdaExpression').some(
    ({ start, end }) => start > scope.start && end <= scope.end,
  )
  if (hasInner || (scope === tree.root && nodesOf(tree, 'FunctionDefinition').length > 0)) return undefined
  const isSearched = (use: Node) =>
    use.parent !== undefined && isMembership(use.parent) && use.parent.children.at(-1) === use
  const others = usesOf(tree, { scope, name }).filter((use) => !isSearched(use))
  if (others.length !== 1) return undefined
  return {
    title: `Make \`${name}\` a set`,
    edits: [
      { start: value.start, end: value.start + 1, text: '{' },
      { start: value.end - 1, end: value.end, text: '}' },
    ],
  }
}
