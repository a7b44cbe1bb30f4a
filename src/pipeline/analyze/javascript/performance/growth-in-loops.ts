import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { childOf, type Node, type Tree, textOf } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'
import { argumentsOf } from '../arguments-of.ts'
import { calledName, calledObject, calledPath } from '../called-path.ts'
import { isFunction, loopAround } from '../loop.ts'

const REDUCE: RemarkRule = {
  rule: 'javascript/spread-in-reduce',
  family: 'performance',
  severity: 'medium',
  why: 'Everything that was gathered so far is copied for each element.',
  remedy: 'Change the accumulator in its place, or use Object.fromEntries, map or flatMap.',
}
const COPY: RemarkRule = {
  rule: 'javascript/copy-in-loop',
  family: 'performance',
  severity: 'medium',
  why: 'Everything that was gathered so far is copied in each round.',
  remedy: 'Add to it in its place, with push or an assignment to a property.',
}

/** Finds arrays and objects that are copied whole in each round only to get a little larger. */
export function growthInLoops({ tree }: TreeProgram): Remark[] {
  const reduced = nodesOf(tree, 'CallExpression').flatMap((call) => {
    const spread = spreadOfAccumulator(tree, call)
    return spread
      ? remarkAt(REDUCE, {
          at: spread,
          message: 'The accumulator is copied for each element.',
          cost: 'O(n²) in the number of elements',
        })
      : []
  })
  const copied = nodesOf(tree, 'AssignmentExpression').flatMap((assignment) => {
    const [target, equals, value] = assignment.children
    if (target?.type !== 'VariableName' || equals?.type !== 'Equals' || !value || !loopAround(tree, assignment))
      return []
    const name = textOf(tree, target)
    if (!spreadOf(tree, { literal: value, name }) && !isConcat(tree, { value, name })) return []
    return remarkAt(COPY, {
      at: assignment,
      message: `\`${name}\` is copied in each round.`,
      cost: `O(n²) in the size of ${name}`,
    })
  })
  return [...reduced, ...copied]
}

/** The `{ ...acc, … }` or `[...acc, …]` that a callback of reduce returns. */
function spreadOfAccumulator(tree: Tree, call: Node): Node | undefined {
  const [callback] = argumentsOf(call)
  if (calledName(tree, call) !== 'reduce' || !callback || !isFunction(callback)) return undefined
  const accumulator = childOf(childOf(callback, 'ParamList') ?? callback, 'VariableDefinition')
  const result = resultOf(callback)
  return accumulator && result ? spreadOf(tree, { literal: result, name: textOf(tree, accumulator) }) : undefined
}

function resultOf(callback: Node): Node | undefined {
  const last = callback.children.at(-1)
  if (last?.type !== 'Block') return unwrap(last)
  return unwrap(childOf(last, 'ReturnStatement')?.children[1])
}

const unwrap = (node: Node | undefined): Node | undefined =>
  node?.type === 'ParenthesizedExpression' ? node.children[1] : node

/** Returns the literal if it begins with a spread of the name and adds elements or keys. */
function spreadOf(tree: Tree, { literal, name }: { literal: Node; name: string }): Node | undefined {
  const isObject = literal.type === 'ObjectExpression'
  if (!isObject && literal.type !== 'ArrayExpression') return undefined
  const [first, ...more] = literal.children.filter(({ type }) => type === 'Property')
  const [mark, value] = isObject ? (first?.children ?? []) : literal.children.slice(1)
  const grows = !isObject || more.some(({ children: [key] }) => key?.type === '[' || key?.type === 'Spread')
  const isOwn = mark?.type === 'Spread' && value?.type === 'VariableName' && textOf(tree, value) === name
  return isOwn && grows ? literal : undefined
}

function isConcat(tree: Tree, { value, name }: { value: Node; name: string }): boolean {
  const object = value.type === 'CallExpression' ? calledObject(value) : undefined
  return object?.type === 'VariableName' && calledPath(tree, value) === `${name}.concat`
}
