import { childOf, type Node, type Tree, textOf } from '../../../language/tree/tree.ts'
import type { FlowGrammar, FoundFunction, NamedCall, Step } from './flow-grammar.ts'

/** No published tool defines the measure for shell scripts: the rules of the other languages apply by analogy. */
export const bashFlow: FlowGrammar = {
  stepOf,
  isDeeper: ({ type, parent }) =>
    (type === 'CompoundList' && parent !== undefined && LOOPS.has(parent.type)) ||
    type === 'Elif' ||
    type === 'Else' ||
    type === 'CaseItem' ||
    (type === 'CompoundList' && parent?.type === 'If'),
  functionAt,
  holderAt: () => undefined,
  callAt,
  isOnlyHeld: () => false,
  ignoresHolders: false,
  operands: new Set(['Word', 'Literal', 'SimpleExpansion', 'ParameterExpansion', 'SingleQuoted', 'ArithmeticWord']),
}

const LOOPS = new Set(['For', 'ArithmeticFor', 'While', 'Select'])
const BREAK: Step = { paths: 1, breaks: true, nests: true }
const JUMPS = /^(?:break|continue)\s+[2-9]/

function stepOf(node: Node, tree: Tree): Step | undefined {
  const { type } = node
  if (type === 'If' || LOOPS.has(type)) return BREAK
  switch (type) {
    case 'Case':
      return { breaks: true, nests: true }
    case 'CaseItem':
      return isCatchAll(node, tree) ? undefined : { paths: 1 }
    case 'Elif':
      return { paths: 1, flat: 1 }
    case 'Else':
      return { flat: 1 }
    case 'AndOr':
    case 'TestLogical':
      return logicOf(node)
    case 'Command':
      return JUMPS.test(tree.source.slice(node.start, node.start + 12)) ? { flat: 1 } : undefined
    case 'ArithmeticTernary':
      return { paths: 1, breaks: true }
  }
  return undefined
}

/** Each operator is a path; a run of like operators is one effort. */
function logicOf({ children }: Node): Step {
  const operators = children.filter(({ type }) => type === '&&' || type === '||')
  const runs = operators.filter(({ type }, index) => type !== operators[index - 1]?.type)
  return { paths: operators.length, flat: runs.length }
}

function isCatchAll(item: Node, tree: Tree): boolean {
  const pattern = childOf(item, 'Word')
  return pattern !== undefined && textOf(tree, pattern) === '*'
}

function functionAt(node: Node, tree: Tree): FoundFunction | undefined {
  const name = node.type === 'Function' ? childOf(node, 'Name') : undefined
  return name && { name: textOf(tree, name).slice(0, 200), parameters: 0, isListed: true, isMethod: false }
}

function callAt(node: Node, tree: Tree): NamedCall | undefined {
  const name = node.type === 'Command' ? childOf(node, 'Name') : undefined
  return name && name.end - name.start <= 200 ? { name: textOf(tree, name), ofSelf: false } : undefined
}
