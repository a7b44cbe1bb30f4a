import type { TextEdit } from '../../../../contract/finding.ts'
import { argumentsOf } from '../../../../language/python/arguments-of.ts'
import { nodesOf } from '../../../../language/tree/nodes-by-type.ts'
import { childOf, type Node, type Tree, textOf } from '../../../../language/tree/tree.ts'
import type { Remark } from '../../language-analysis.ts'
import type { TreeProgram } from '../../program.ts'
import { type RemarkRule, remarkAt } from '../../remark-at.ts'
import { scopeOf } from '../scope.ts'

const RULE: RemarkRule = {
  rule: 'python/recursion-without-memory',
  family: 'performance',
  severity: 'medium',
  why: 'The same smaller problems are solved again and again, twice as many with each step.',
  remedy: 'Keep results with functools.cache, or build them up from the smallest in a loop.',
}

/** Finds `fib(n - 1) + fib(n - 2)` without a memory of results. */
export function recursion({ tree }: TreeProgram): Remark[] {
  const calls = new Map<Node, Node[]>()
  for (const call of nodesOf(tree, 'CallExpression')) {
    const scope = scopeOf(tree, call)
    const [callee] = call.children
    const name = childOf(scope, 'VariableName')
    if (scope.type !== 'FunctionDefinition' || callee?.type !== 'VariableName' || !name) continue
    if (textOf(tree, callee) === textOf(tree, name)) calls.set(scope, [...(calls.get(scope) ?? []), call].slice(0, 50))
  }
  return [...calls].flatMap(([scope, own]) => judge({ tree, scope, own }))
}

function judge({ tree, scope, own }: { tree: Tree; scope: Node; own: Node[] }): Remark[] {
  const parameters = parametersOf(tree, scope)
  const shrinking = own.filter((call) => isShrinking({ tree, call, parameters }))
  const first = shrinking.find((call) => shrinking.some((other) => other !== call && areBothDone(call, other)))
  // A decorator may keep results, and so may a parameter or variable with a telling name.
  const keeps =
    scope.parent?.type === 'DecoratedStatement' ||
    /\b(memo|cache|seen|known|dp|table)\b|lookup|_memo|_cache/.test(textOf(tree, scope))
  if (!first || keeps) return []
  const name = textOf(tree, childOf(scope, 'VariableName') ?? scope)
  return [
    remarkAt(RULE, {
      at: first,
      message: `\`${name}\` calls itself more than once for smaller values, and keeps no results.`,
      cost: 'O(2ⁿ) calls where O(n) would do',
      fix:
        scope.parent === tree.root
          ? { title: 'Keep the results with functools.cache', edits: editsFor(tree, scope) }
          : undefined,
    }),
  ]
}

function parametersOf(tree: Tree, scope: Node): string[] {
  const list = childOf(scope, 'ParamList')?.children ?? []
  return list.filter(({ type }) => type === 'VariableName').map((node) => textOf(tree, node))
}

/** Each argument is its parameter, or the parameter minus a constant; at least one is smaller. */
function isShrinking({ tree, call, parameters }: { tree: Tree; call: Node; parameters: string[] }): boolean {
  const given = argumentsOf(tree, call)
  if (given.length === 0 || given.length > parameters.length || given.some(({ name, spread }) => name || spread))
    return false
  let isLess = false
  return (
    given.every(({ value }, at) => {
      const [left, operator, right] = value.children
      if (value.type === 'VariableName') return textOf(tree, value) === parameters[at]
      if (value.type !== 'BinaryExpression' || !left || !operator || right?.type !== 'Number') return false
      isLess ||= textOf(tree, operator) === '-'
      return textOf(tree, left) === parameters[at] && ['-', '+'].includes(textOf(tree, operator))
    }) && isLess
  )
}

/** Both calls stand in one statement, and no condition chooses between them. */
function areBothDone(one: Node, other: Node): boolean {
  const outer = new Set<Node>()
  for (let node = one.parent; node && !node.type.endsWith('Statement'); node = node.parent) outer.add(node)
  let shared = other.parent
  while (shared && !outer.has(shared)) shared = shared.parent
  return shared !== undefined && shared.type !== 'ConditionalExpression'
}

function editsFor(tree: Tree, scope: Node): TextEdit[] {
  const isDocumented = tree.root.children[0]?.children[0]?.type === 'String'
  const first = tree.root.children.find(
    (node, at) =>
      node.type !== 'Comment' && !(isDocumented && at === 0) && !textOf(tree, node).startsWith('from __future__'),
  )
  if (!first) return []
  return first.start === scope.start
    ? [{ start: scope.start, end: scope.start, text: 'import functools\n\n\n@functools.cache\n' }]
    : [
        { start: first.start, end: first.start, text: 'import functools\n' },
        { start: scope.start, end: scope.start, text: '@functools.cache\n' },
      ]
}
