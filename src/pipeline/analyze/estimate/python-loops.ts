import { childOf, type Node, textOf } from '../../../language/tree/tree.ts'
import { beyond, CONSTANT, type Growth, logarithmic, power, times } from './growth.ts'
import type { Loop } from './loop.ts'
import { holds, loopAround } from './loop-shape.ts'
import { namesIn } from './names-in.ts'
import { numberOf } from './number-of.ts'
import type { ProgramFacts } from './program-facts.ts'
import { calledName } from './signs-of-calls.ts'
import { whileGrowth } from './while-growth.ts'

/** The loops of Python: statements and comprehensions. */
export function pythonLoopAt(node: Node, facts: ProgramFacts): Loop | undefined {
  if (node.type === 'WhileStatement') {
    const condition = node.children[1]
    return { growth: whileGrowth(node, condition, facts), outside: [], inside: node.children.slice(1) }
  }
  if (!node.children.some(({ type }) => type === 'for')) return undefined
  const iterables = node.children.filter((_, index) => node.children[index - 1]?.type === 'in')
  const growth = iterables.reduce((whole, each) => times(whole, growthOver(each, node, facts)), CONSTANT)
  return { growth, outside: iterables, inside: node.children.filter((child) => !iterables.includes(child)) }
}

const WRITTEN_OUT = new Set(['ArrayExpression', 'TupleExpression', 'SetExpression', 'DictionaryExpression', 'String'])

function growthOver(iterable: Node, loop: Node, facts: ProgramFacts): Growth {
  const { tree } = facts
  const line = facts.lineAt(loop.start)
  if (WRITTEN_OUT.has(iterable.type)) return CONSTANT
  if (iterable.type === 'CallExpression') return growthOfCall(iterable, loop, facts)
  if (iterable.type === 'VariableName' && facts.fixed.has(textOf(tree, iterable))) return CONSTANT
  if (isOfPopped(iterable, loop, facts)) return CONSTANT
  return power(1, `line ${line} loops over ${brief(textOf(tree, iterable))}`)
}

/** The neighbours of what was taken from a list of work: all together they are as many as there are connections. */
function isOfPopped(iterable: Node, loop: Node, { popped, tree }: ProgramFacts): boolean {
  if (iterable.type === 'VariableName' || loopAround(loop)?.type !== 'WhileStatement') return false
  return namesIn(iterable, tree).some((name) => popped.has(name))
}

const PASSING_ON = new Set(['enumerate', 'reversed', 'list', 'tuple', 'set', 'sorted', 'iter', 'zip', 'tqdm'])
const VIEWS = new Set(['items', 'keys', 'values', 'copy'])
const ENDLESS = new Set(['count', 'cycle'])

function growthOfCall(call: Node, loop: Node, facts: ProgramFacts): Growth {
  const name = calledName(call, facts.tree) ?? ''
  const last = name.slice(name.lastIndexOf('.') + 1)
  const line = facts.lineAt(loop.start)
  const list = argumentsOf(call)
  if (last === 'range') return growthOfRange(list, line, facts)
  if (ENDLESS.has(last) && (name.startsWith('itertools.') || last === name)) {
    return beyond('unbounded', `line ${line} loops over ${name}(), which has no end`)
  }
  if (last === 'permutations') return beyond('factorial', `line ${line} loops over all permutations`)
  if (last === 'combinations' || last === 'combinations_with_replacement') return powerOf(list[1], line, facts)
  if (last === 'product') {
    const repeat = call.children[1]?.children.findIndex((child) => textOf(facts.tree, child) === 'repeat') ?? -1
    if (repeat !== -1) return powerOf(call.children[1]?.children[repeat + 2], line, facts)
    return power(Math.max(1, list.length), `line ${line} loops over all pairs of product()`)
  }
  const passedOn = PASSING_ON.has(last) ? list[0] : VIEWS.has(last) ? call.children[0]?.children[0] : undefined
  if (passedOn) return growthOver(passedOn, loop, facts)
  if (isOfPopped(call, loop, facts)) return CONSTANT
  return power(1, `line ${line} loops over ${brief(textOf(facts.tree, call))}`)
}

function growthOfRange(list: readonly Node[], line: number, facts: ProgramFacts): Growth {
  const { tree, numbers } = facts
  const values = list.map((each) => numberOf(each, tree, numbers))
  const most = values.reduce<number>((highest, value) => Math.max(highest, Math.abs(value ?? 0)), 0)
  if (values.every((value) => value !== undefined)) {
    return most >= 10_000_000
      ? { ...CONSTANT, reasons: [`line ${line} runs ${most.toLocaleString('en')} times`] }
      : CONSTANT
  }
  if (list.some((each) => isPowerOfTwo(each, facts))) return beyond('exponential', `line ${line} loops 2^n times`)
  if (list.length === 3 && values[2] === undefined) return logarithmic(`line ${line} loops in growing steps`)
  const isRoot = list.some((each) => holds(each, (node) => isSquareRoot(node, facts)))
  const text = `line ${line} loops over range(${brief(
    list
      .slice(0, 3)
      .map((each) => textOf(tree, each))
      .join(', '),
  )})`
  return power(isRoot ? 0.5 : 1, text)
}

function isPowerOfTwo(node: Node, { tree, numbers }: ProgramFacts): boolean {
  return holds(node, ({ type, children }) => {
    const [left, operator, right] = type === 'BinaryExpression' ? children : []
    if (!left || !operator || numberOf(right, tree, numbers) !== undefined) return false
    const text = textOf(tree, operator)
    return (
      (text === '<<' && textOf(tree, left) === '1') || (text === '**' && numberOf(left, tree, numbers) !== undefined)
    )
  })
}

function isSquareRoot(node: Node, { tree }: ProgramFacts): boolean {
  if (node.type === 'CallExpression') return /(?:^|\.)i?sqrt$/.test(calledName(node, tree) ?? '')
  const [, operator, right] = node.type === 'BinaryExpression' ? node.children : []
  return !!operator && !!right && textOf(tree, operator) === '**' && Number(textOf(tree, right)) === 0.5
}

function powerOf(count: Node | undefined, line: number, { tree, numbers }: ProgramFacts): Growth {
  const value = numberOf(count, tree, numbers)
  if (value !== undefined && value >= 0 && value < 10)
    return power(value, `line ${line} loops over all groups of ${value}`)
  return beyond('exponential', `line ${line} loops over all groups`)
}

const argumentsOf = (call: Node): Node[] =>
  (childOf(call, 'ArgList')?.children ?? []).filter(({ type }) => !['(', ')', ','].includes(type))

const brief = (text: string): string => {
  const line = text.slice(0, 200).replaceAll(/\s+/g, ' ').slice(0, 40)
  return line.length < text.length ? `${line}…` : line
}
