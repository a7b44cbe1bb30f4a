import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { childOf, type Node, type Tree, textOf } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'
import { argumentsOf } from '../arguments-of.ts'
import { functionAround } from '../loop.ts'

const RULE: RemarkRule = {
  rule: 'javascript/recursion-without-memory',
  family: 'performance',
  severity: 'medium',
  why: 'The same smaller problems are solved again and again, twice as many with each step.',
  remedy: 'Keep results in a Map, or build them up from the smallest in a loop.',
}

/** Finds `fib(n - 1) + fib(n - 2)` without a memory of results. */
export function recursion({ tree }: TreeProgram): Remark[] {
  return nodesOf(tree, 'BinaryExpression').flatMap((sum) => {
    const [left, , right] = sum.children
    const scope = functionAround(sum)
    if (!left || !right || !scope) return []
    const name = nameOf(tree, scope)
    if (!name || ![left, right].every((call) => isShrinkingCall({ tree, call, scope, name }))) return []
    if (/memo|cache|known|seen|\bdp\b/i.test(textOf(tree, scope))) return []
    return remarkAt(RULE, {
      at: sum,
      message: `\`${name}\` calls itself twice for smaller values, and keeps no results.`,
      cost: 'O(2ⁿ) calls where O(n) would do',
    })
  })
}

/** The name in `function name` and in `const name = () => …`. */
function nameOf(tree: Tree, scope: Node): string | undefined {
  const own = childOf(scope, 'VariableDefinition')
  if (own) return textOf(tree, own)
  const siblings = scope.parent?.type === 'VariableDeclaration' ? scope.parent.children : []
  const definition = siblings.find(({ type }) => type === 'VariableDefinition')
  return definition && siblings.length < 6 ? textOf(tree, definition) : undefined
}

/** Each argument is its parameter, or the parameter minus a number; at least one is smaller. */
function isShrinkingCall({ tree, call, scope, name }: { tree: Tree; call: Node; scope: Node; name: string }): boolean {
  const callee = call.type === 'CallExpression' ? call.children[0] : undefined
  if (callee?.type !== 'VariableName' || textOf(tree, callee) !== name) return false
  const parameters = childOf(scope, 'ParamList')?.children.filter(({ type }) => type === 'VariableDefinition') ?? []
  const given = argumentsOf(call)
  let isLess = false
  const follows = given.every((value, at) => {
    const parameter = parameters[at]
    const [first, operator, number] = value.children
    if (!parameter) return false
    if (value.type === 'VariableName') return textOf(tree, value) === textOf(tree, parameter)
    if (!first || !operator || number?.type !== 'Number' || textOf(tree, operator) !== '-') return false
    isLess = true
    return textOf(tree, first) === textOf(tree, parameter)
  })
  return follows && isLess
}
