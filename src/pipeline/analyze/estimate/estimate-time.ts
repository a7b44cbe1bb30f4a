import { type Node, textOf } from '../../../language/tree/tree.ts'
import { recursiveUnits } from '../measure/recursive-units.ts'
import type { Unit } from '../measure/unit.ts'
import { CONSTANT, type Growth, larger, logarithmic, power, sorting, times } from './growth.ts'
import type { Loop } from './loop.ts'
import { FUNCTIONS } from './loop-shape.ts'
import type { ProgramFacts } from './program-facts.ts'
import { recursionGrowth } from './recursion-growth.ts'
import { calledName } from './signs-of-calls.ts'

export type LoopAt = (node: Node, facts: ProgramFacts) => Loop | undefined

/** Each level costs stack, and functions are followed from one into the next. */
const MOST_LEVELS = 1000

/** How the time of a program grows: the largest of what it does, and of the functions that it offers. */
export function estimateTime(units: readonly Unit[], loopAt: LoopAt, facts: ProgramFacts): Growth {
  const byNode = new Map(units.map((unit) => [unit.node, unit]))
  const recursive = recursiveUnits(units)
  const known = new Map<Unit, Growth>()
  let level = 0
  const growthOf = (unit: Unit): Growth => {
    const earlier = known.get(unit)
    if (earlier) return earlier
    known.set(unit, CONSTANT)
    const own = largestOf(unit.node.children, unit)
    const growth = recursive.has(unit) ? recursionGrowth(unit, own, facts) : own
    known.set(unit, growth)
    return growth
  }
  const growthAt = (node: Node, unit: Unit): Growth => {
    if (byNode.has(node) || FUNCTIONS.has(node.type)) return CONSTANT
    const loop = loopAt(node, facts)
    if (loop) return larger(largestOf(loop.outside, unit), times(loop.growth, largestOf(loop.inside, unit)))
    const inner = largestOf(node.children, unit)
    return node.type === 'CallExpression' ? larger(inner, growthOfCall(node, unit)) : inner
  }
  const largestOf = (nodes: readonly Node[], unit: Unit): Growth => {
    let most = CONSTANT
    if (level >= MOST_LEVELS) return most
    level += 1
    for (const node of nodes) most = larger(most, growthAt(node, unit))
    level -= 1
    return most
  }
  const growthOfCall = (call: Node, unit: Unit): Growth => {
    const name = calledName(call, facts.tree)
    if (name === undefined) return CONSTANT
    const called = functionCalled(name, unit)
    return called ? growthOf(called) : growthOfLibrary(name, call, facts)
  }
  return units.reduce((most, unit) => larger(most, growthOf(unit)), CONSTANT)
}

function functionCalled(name: string, from: Unit): Unit | undefined {
  const own = /^(?:self|cls|this)\.(\w+)$/.exec(name)?.[1]
  for (let unit: Unit | undefined = from; unit; unit = unit.parent) {
    const found = own === undefined ? unit.members.get(name) : unit.siblings?.get(own)
    if (found) return found
  }
  return undefined
}

const SORTING = new Set(['sorted', 'sort', 'toSorted'])
const OF_HEAPS = new Set(['heappush', 'heappop', 'heapreplace', 'insort', 'bisect', 'bisect_left', 'bisect_right'])
const THROUGH_ALL = new Set([
  'sum',
  'min',
  'max',
  'any',
  'all',
  'deepcopy',
  'indexOf',
  'includes',
  'index',
  'splice',
  'concat',
])

/** What is known of functions that come with the language, when they are given a name whose size is not fixed. */
function growthOfLibrary(name: string, call: Node, facts: ProgramFacts): Growth {
  const last = name.slice(name.lastIndexOf('.') + 1)
  const line = facts.lineAt(call.start)
  if (SORTING.has(last)) return isFixed(call, facts) ? CONSTANT : sorting(`line ${line} sorts`)
  if (OF_HEAPS.has(last)) return logarithmic(`line ${line} uses a heap or a sorted list`)
  if (THROUGH_ALL.has(last) && !isFixed(call, facts)) return power(1, `line ${line} goes through all with ${last}()`)
  return CONSTANT
}

/** It is known how much it goes through: written out, or several single values as in `max(a, b)`. */
function isFixed({ children: [callee, list] }: Node, { tree, fixed }: ProgramFacts): boolean {
  const object = callee?.type === 'MemberExpression' ? callee.children[0] : undefined
  const values = (list?.children ?? []).filter(({ type }) => !['(', ')', ','].includes(type))
  const subject = object && !/^(?:heapq|bisect|copy)$/.test(textOf(tree, object).slice(0, 20)) ? object : values[0]
  if (!object && values.length !== 1) return values.some(({ type }) => type === 'for') ? false : values.length > 0
  if (subject?.type !== 'VariableName')
    return subject?.type !== 'MemberExpression' && subject?.type !== 'CallExpression'
  return fixed.has(textOf(tree, subject))
}
