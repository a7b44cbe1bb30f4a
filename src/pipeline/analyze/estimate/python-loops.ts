import { childOf, type Node, textOf } from '../../../language/tree/tree.ts'
import { brief } from './brief.ts'
import { beyond, CONSTANT, type Growth, power, times } from './growth.ts'
import type { Loop } from './loop.ts'
import { isOfWork } from './loop-shape.ts'
import { numberOf } from './number-of.ts'
import type { ProgramFacts } from './program-facts.ts'
import { rangeGrowth } from './range-growth.ts'
import { calledName } from './signs-of-calls.ts'
import { whileGrowth } from './while-growth.ts'

/** The loops of Python: statements and comprehensions. */
export function pythonLoopAt(node: Node, facts: ProgramFacts): Loop | undefined {
  if (node.type === 'WhileStatement') {
    const growth = whileGrowth({ loop: node, condition: node.children[1] }, facts)
    return { growth, outside: [], inside: node.children.slice(1) }
  }
  if (!node.children.some(({ type }) => type === 'for')) return undefined
  const iterables = node.children.filter((_, index) => node.children[index - 1]?.type === 'in')
  const growth = iterables.reduce(
    (whole, iterable) => times(whole, growthOver({ iterable, loop: node }, facts)),
    CONSTANT,
  )
  return { growth, outside: iterables, inside: node.children.filter((child) => !iterables.includes(child)) }
}

interface Round {
  iterable: Node
  loop: Node
}

const WRITTEN_OUT = new Set(['ArrayExpression', 'TupleExpression', 'SetExpression', 'DictionaryExpression', 'String'])

function growthOver(round: Round, facts: ProgramFacts): Growth {
  const { iterable, loop } = round
  if (WRITTEN_OUT.has(iterable.type)) return CONSTANT
  if (iterable.type === 'VariableName' && facts.fixed.has(textOf(facts.tree, iterable))) return CONSTANT
  const known = iterable.type === 'CallExpression' ? growthOfCall(round, facts) : undefined
  if (known) return known
  if (isOfWork(round, facts)) return CONSTANT
  return power(1, `line ${facts.lineAt(loop.start)} loops over ${brief(textOf(facts.tree, iterable))}`)
}

const PASSING_ON = new Set(['enumerate', 'reversed', 'list', 'tuple', 'set', 'sorted', 'iter', 'zip', 'tqdm'])
const VIEWS = new Set(['items', 'keys', 'values', 'copy'])

/** Growth by the function that yields the elements; undefined for an unknown function. */
function growthOfCall({ iterable: call, loop }: Round, facts: ProgramFacts): Growth | undefined {
  const name = calledName(call, facts.tree) ?? ''
  const last = name.slice(name.lastIndexOf('.') + 1)
  const values = valuesGiven(call)
  const line = facts.lineAt(loop.start)
  switch (last) {
    case 'range':
      return rangeGrowth({ values, line }, facts)
    case 'cycle':
      return beyond('unbounded', `line ${line} loops over ${name}(), which has no end`)
    case 'count':
      return name === 'count' || name === 'itertools.count'
        ? beyond('unbounded', `line ${line} loops over ${name}(), which has no end`)
        : undefined
    case 'permutations':
      return beyond('factorial', `line ${line} loops over all permutations`)
    case 'combinations':
    case 'combinations_with_replacement':
      return groupGrowth({ size: values[1], line }, facts)
    case 'product':
      return productGrowth({ call, line }, facts)
  }
  const passedOn = PASSING_ON.has(last) ? values[0] : VIEWS.has(last) ? call.children[0]?.children[0] : undefined
  return passedOn && growthOver({ iterable: passedOn, loop }, facts)
}

function groupGrowth({ size, line }: { size: Node | undefined; line: number }, facts: ProgramFacts): Growth {
  const value = numberOf(size, facts)
  if (value === undefined || value < 0 || value >= 10)
    return beyond('exponential', `line ${line} loops over all groups`)
  return power(value, `line ${line} loops over all groups of ${value}`)
}

/** `product(a, b)` has a row for each pair, `product(a, repeat=n)` for each group of n. */
function productGrowth({ call, line }: { call: Node; line: number }, facts: ProgramFacts): Growth {
  const list = childOf(call, 'ArgList')?.children ?? []
  const repeat = list.findIndex((child) => child.end - child.start === 6 && textOf(facts.tree, child) === 'repeat')
  if (repeat !== -1) return groupGrowth({ size: list[repeat + 2], line }, facts)
  return power(Math.min(9, Math.max(1, valuesGiven(call).length)), `line ${line} loops over all pairs of product()`)
}

const valuesGiven = (call: Node): Node[] =>
  (childOf(call, 'ArgList')?.children ?? []).filter(({ type }) => !['(', ')', ','].includes(type))
