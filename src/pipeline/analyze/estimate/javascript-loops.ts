import { childOf, type Node, textOf } from '../../../language/tree/tree.ts'
import { CONSTANT, type Growth, logarithmic, power } from './growth.ts'
import type { Loop } from './loop.ts'
import { loopAround } from './loop-shape.ts'
import { namesIn } from './names-in.ts'
import { numberOf } from './number-of.ts'
import type { ProgramFacts } from './program-facts.ts'
import { calledName } from './signs-of-calls.ts'
import { whileGrowth } from './while-growth.ts'

/** The loops of JavaScript: statements, and calls that hand each element to a function. */
export function javascriptLoopAt(node: Node, facts: ProgramFacts): Loop | undefined {
  switch (node.type) {
    case 'WhileStatement':
    case 'DoStatement':
      return {
        growth: whileGrowth(node, childOf(node, 'ParenthesizedExpression'), facts),
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
  if (head.type === 'ForSpec') return { growth: growthOfCounting(head, node, facts), outside: [head], inside }
  const at = head.children.findIndex(({ type }) => type === 'of' || type === 'in')
  const iterable = head.children[at + 1]
  return { growth: iterable ? growthOver(iterable, node, facts) : CONSTANT, outside: [head], inside }
}

/** `for (start; condition; step)`. */
function growthOfCounting(head: Node, loop: Node, facts: ProgramFacts): Growth {
  const { tree, numbers } = facts
  const condition = conditionOf(head)
  if (!condition) return whileGrowth(loop, undefined, facts)
  const [left, , right] = condition.type === 'BinaryExpression' ? condition.children : []
  const limit = numberOf(right, tree, numbers)
  const line = facts.lineAt(loop.start)
  if (limit !== undefined && startsWithNumber(head, facts)) {
    return limit >= 10_000_000
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

const startsWithNumber = (head: Node, { tree, numbers }: ProgramFacts): boolean => {
  const declared = childOf(head, 'VariableDeclaration')
  const value = declared?.children[declared.children.findIndex(({ type }) => type === 'Equals') + 1]
  return numberOf(value, tree, numbers) !== undefined
}

function isSquare({ children: [one, operator, other] }: Node, { tree }: ProgramFacts): boolean {
  return !!one && !!operator && !!other && textOf(tree, operator) === '*' && textOf(tree, one) === textOf(tree, other)
}

const WRITTEN_OUT = new Set(['ArrayExpression', 'ObjectExpression', 'String'])

function growthOver(iterable: Node, loop: Node, facts: ProgramFacts): Growth {
  const { tree, fixed, popped } = facts
  if (WRITTEN_OUT.has(iterable.type) && !childOf(iterable, 'Spread')) return CONSTANT
  if (iterable.type === 'VariableName' && fixed.has(textOf(tree, iterable))) return CONSTANT
  const name = iterable.type === 'CallExpression' ? (calledName(iterable, tree) ?? '') : ''
  const passedOn = /^Object\.(?:keys|values|entries)$/.test(name)
    ? childOf(iterable, 'ArgList')?.children[1]
    : undefined
  if (passedOn) return growthOver(passedOn, loop, facts)
  const isWork = iterable.type !== 'VariableName' && loopAround(loop)?.type === 'WhileStatement'
  if (isWork && namesIn(iterable, tree).some((each) => popped.has(each))) return CONSTANT
  return power(1, `line ${facts.lineAt(loop.start)} loops over ${brief(textOf(tree, iterable))}`)
}

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
  const growth = growthOver(object, call, facts)
  const isSorting = name === 'sort' || name === 'toSorted'
  return {
    growth: isSorting && growth.degree > 0 ? { ...growth, logs: 1 } : growth,
    outside: [callee],
    inside: callbacks.flatMap(({ children }) => children),
  }
}

const brief = (text: string): string => {
  const line = text.slice(0, 200).replaceAll(/\s+/g, ' ').slice(0, 40)
  return line.length < text.length ? `${line}…` : line
}
