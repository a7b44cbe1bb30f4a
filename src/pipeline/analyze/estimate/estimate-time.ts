import type { Node } from '../../../language/tree/tree.ts'
import { recursiveUnits } from '../measure/recursive-units.ts'
import type { Unit } from '../measure/unit.ts'
import { CONSTANT, type Growth, larger, times } from './growth.ts'
import { libraryGrowth } from './library-growth.ts'
import type { Loop } from './loop.ts'
import { FUNCTIONS } from './loop-shape.ts'
import type { ProgramFacts } from './program-facts.ts'
import { recursionGrowth } from './recursion-growth.ts'
import { calledName } from './signs-of-calls.ts'

export type LoopAt = (node: Node, facts: ProgramFacts) => Loop | undefined

/** Each level costs stack, and calls are followed from function to function. */
const MOST_LEVELS = 1000

interface Program {
  units: readonly Unit[]
  loopAt: LoopAt
}

/** How the time of a program grows: the largest growth among its statements and its functions. */
export function estimateTime({ units, loopAt }: Program, facts: ProgramFacts): Growth {
  const functions = new Set(units.map(({ node }) => node))
  const recursive = recursiveUnits(units)
  const known = new Map<Unit, Growth>()
  let level = 0
  const growthOf = (unit: Unit): Growth => {
    const earlier = known.get(unit)
    if (earlier) return earlier
    // A recursive call is not followed again: the shape of the recursion determines its growth.
    known.set(unit, CONSTANT)
    const own = largestOf(unit.node.children, unit)
    const growth = recursive.has(unit) ? recursionGrowth({ unit, own }, facts) : own
    known.set(unit, growth)
    return growth
  }
  const growthAt = (node: Node, unit: Unit): Growth => {
    if (functions.has(node) || FUNCTIONS.has(node.type)) return CONSTANT
    const loop = loopAt(node, facts)
    if (loop) return larger(largestOf(loop.outside, unit), times(loop.growth, largestOf(loop.inside, unit)))
    const inner = largestOf(node.children, unit)
    if (node.type !== 'CallExpression') return inner
    const called = functionCalled(calledName(node, facts.tree) ?? '', unit)
    return larger(inner, called ? growthOf(called) : libraryGrowth(node, facts))
  }
  const largestOf = (nodes: readonly Node[], unit: Unit): Growth => {
    let most = CONSTANT
    if (level >= MOST_LEVELS) return most
    level += 1
    for (const node of nodes) most = larger(most, growthAt(node, unit))
    level -= 1
    return most
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
