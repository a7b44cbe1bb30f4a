import { childOf, type Node, textOf } from '../../../language/tree/tree.ts'
import { brief } from './brief.ts'
import { CONSTANT, type Growth, logarithmic, power } from './growth.ts'
import type { Loop } from './loop.ts'
import { isOfWork } from './loop-shape.ts'
import { numberOf } from './number-of.ts'
import type { ProgramFacts } from './program-facts.ts'
import { MANY_ROUNDS } from './range-growth.ts'
import { calledName } from './signs-of-calls.ts'
import { whileGrowth } from './while-growth.ts'

/** The loops of JavaScript: statements, and calls that pass each element to a function. */
export function javascriptLoopAt(node: Node, facts: ProgramFacts): Loop | undefined {
  switch (node.type) {
    case 'WhileStatement':
    case 'DoStatement':
      return {
        growth: whileGrowth({ loop: node, condition: childOf(node, 'ParenthesizedExpression') }, facts),
        outside: [],
        inside: node.children,
      }
    case 'ForStatement':
      return forLoop(node, facts)
    case 'CallExpression':
      return loopOfCall(node, facts)
    default:
      return undefined
  }
}

function forLoop(node: Node, facts: ProgramFacts): Loop {
  const head = node.children.find(({ type }) => type.endsWith('Spec'))
  const inside = node.children.filter((child) => child !== head)
  if (!head) return { growth: CONSTANT, outside: [], inside }
  if (head.type === 'ForSpec') return { growth: growthOfCounting({ head, loop: node }, facts), outside: [head], inside }
  const at = head.children.findIndex(({ type }) => type === 'of' || type === 'in')
  const iterable = head.children[at + 1]
  return { growth: iterable ? growthOver({ iterable, loop: node }, facts) : CONSTANT, outside: [head], inside }
}

/** `for (start; condition; step)`. */
function growthOfCounting({ head, loop }: { head: Node; loop: Node }, facts: ProgramFacts): Growth {
  const { tree } = facts
  const condition = conditionOf(head)
  if (!condition) return whileGrowth({ loop, condition: undefined }, facts)
  const [left, , right] = condition.type === 'BinaryExpression' ? condition.children : []
  const limit = numberOf(right, facts)
  const line = facts.lineAt(loop.start)
  if (limit !== undefined && startsWithNumber(head, facts)) {
    return limit >= MANY_ROUNDS
      ? { ...CONSTANT, reasons: [`line ${line} runs ${limit.toLocaleString('en')} times`] }
      : CONSTANT
  }
  if (head.children.some((child) => SCALING.test(textOf(tree, child).slice(-40)))) {
    return logarithmic(`line ${line} counts in growing steps`)
  }
  const isRoot = left?.type === 'BinaryExpression' && isSquare(left, facts)
  return power(isRoot ? 0.5 : 1, `line ${line} loops while ${brief(textOf(tree, condition))}`)
}

const SCALING = /(?:\*|\/|>>|<<)=/

function conditionOf({ children }: Node): Node | undefined {
  const body = children.filter(({ type }) => type !== '(' && type !== ')')
  const first = body[0]
  const at = first?.type === 'VariableDeclaration' || first?.type === ';' ? 1 : 2
  const condition = body[at]
  return condition?.type === ';' ? undefined : condition
}

const startsWithNumber = (head: Node, facts: ProgramFacts): boolean => {
  const declared = childOf(head, 'VariableDeclaration')
  const value = declared?.children[declared.children.findIndex(({ type }) => type === 'Equals') + 1]
  return numberOf(value, facts) !== undefined
}

function isSquare({ children: [one, operator, other] }: Node, { tree }: ProgramFacts): boolean {
  return !!one && !!operator && !!other && textOf(tree, operator) === '*' && textOf(tree, one) === textOf(tree, other)
}

const WRITTEN_OUT = new Set(['ArrayExpression', 'ObjectExpression', 'String'])

function growthOver(round: { iterable: Node; loop: Node }, facts: ProgramFacts): Growth {
  const { iterable, loop } = round
  const { tree } = facts
  if (WRITTEN_OUT.has(iterable.type) && !childOf(iterable, 'Spread')) return CONSTANT
  if (iterable.type === 'VariableName' && facts.fixed.has(textOf(tree, iterable))) return CONSTANT
  const passedOn = iterable.type === 'CallExpression' ? viewed(iterable, facts) : undefined
  if (passedOn) return growthOver({ iterable: passedOn, loop }, facts)
  if (isOfWork(round, facts)) return CONSTANT
  return power(1, `line ${facts.lineAt(loop.start)} loops over ${brief(textOf(tree, iterable))}`)
}

const VIEWS = new Set(['Object.keys', 'Object.values', 'Object.entries'])

const viewed = (call: Node, { tree }: ProgramFacts): Node | undefined =>
  VIEWS.has(calledName(call, tree) ?? '') ? childOf(call, 'ArgList')?.children[1] : undefined

const EACH = new Set(
  'forEach map filter reduce reduceRight some every find findIndex findLast flatMap sort toSorted'.split(' '),
)
const CALLBACKS = new Set(['ArrowFunction', 'FunctionExpression'])

function loopOfCall(call: Node, facts: ProgramFacts): Loop | undefined {
  const callee = call.children[0]
  const method = callee?.type === 'MemberExpression' ? callee.children.at(-1) : undefined
  if (!callee || !method || !EACH.has(textOf(facts.tree, method))) return undefined
  const callbacks = (childOf(call, 'ArgList')?.children ?? []).filter(({ type }) => CALLBACKS.has(type))
  if (callbacks.length === 0) return undefined
  const name = textOf(facts.tree, method)
  const object = callee.children[0] as Node
  const growth = growthOver({ iterable: object, loop: call }, facts)
  const isSorting = name === 'sort' || name === 'toSorted'
  return {
    growth: isSorting && growth.degree > 0 ? { ...growth, logs: 1 } : growth,
    outside: [callee],
    inside: callbacks.flatMap(({ children }) => children),
  }
}
