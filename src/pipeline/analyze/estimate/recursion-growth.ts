import { type Node, type Tree, textOf, walk } from '../../../language/tree/tree.ts'
import type { Unit } from '../measure/unit.ts'
import { beyond, type Growth, isConstant, logarithmic, power, sorting, times, withReason } from './growth.ts'
import type { ProgramFacts } from './program-facts.ts'
import { type SelfCalls, selfCalls } from './self-calls.ts'

/** How a recursive function grows, given the growth of one call by itself. */
export function recursionGrowth({ unit, own }: { unit: Unit; own: Growth }, facts: ProgramFacts): Growth {
  if (!facts.mayRead(unit.node)) return times(power(1), own)
  const name = unit.name.slice(-40)
  const say = (growth: Growth, how: string) => withReason(growth, `${name} calls itself ${how}`)
  const calls = selfCalls(unit, facts.tree)
  if (calls.count === 0) return say(times(power(1), own), 'through other functions')
  if (calls.ofParts) return say(power(1), 'for the parts of a structure')
  if (remembers(unit, facts.tree)) return say(times(power(1), own), 'and remembers what it has done')
  if (calls.inLoop) return say(beyond(calls.movesOn ? 'exponential' : 'factorial'), 'in a loop')
  if (calls.ofShares) return say(growthOfShares(calls, own), 'with a share of the whole')
  if (calls.count > 1) return say(beyond('exponential'), `${calls.count} times`)
  return say(times(power(1), own), 'once for each step')
}

/** The master theorem for halves: one half is left, or both are processed. */
function growthOfShares({ count }: SelfCalls, own: Growth): Growth {
  if (isConstant(own)) return count === 1 ? logarithmic() : power(1)
  const isLinear = own.kind === 'polynomial' && own.degree === 1 && own.logs === 0
  return count > 1 && isLinear ? { ...sorting(), reasons: own.reasons } : own
}

const MEMORY = /^_?(?:memo|cache|cached|seen|visited|dp|lookup|table)\w*$/i

function remembers({ node }: Unit, tree: Tree): boolean {
  const decorated = node.parent?.type === 'DecoratedStatement' ? textOf(tree, node.parent).slice(0, 200) : ''
  if (/^@[\w.]*cache/m.test(decorated)) return true
  const isMemory = (each: Node) => NAMES.has(each.type) && MEMORY.test(textOf(tree, each).slice(0, 40))
  return Array.from(walk(node)).some(isMemory)
}

const NAMES = new Set(['VariableName', 'PropertyName'])
