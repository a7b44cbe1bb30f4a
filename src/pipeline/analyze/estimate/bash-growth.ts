import { childOf, type Node, textOf } from '../../../language/tree/tree.ts'
import type { Unit } from '../measure/unit.ts'
import { bashRounds } from './bash-rounds.ts'
import { CONSTANT, type Growth, larger, sorting, times } from './growth.ts'
import { readingLeave } from './reading-leave.ts'
import type { PlacedTree } from './signs-of-calls.ts'

/** How the time of a script grows: with its loops, and with the functions that it calls. */
export function bashGrowth({ tree, lineAt }: PlacedTree, units: readonly Unit[]): Growth {
  const functions = new Map(units.map((unit) => [unit.name, unit]))
  const known = new Map<Unit, Growth>()
  const mayRead = readingLeave(tree.source.length)
  let level = 0
  const growthOf = (unit: Unit): Growth => {
    const earlier = known.get(unit)
    if (earlier) return earlier
    known.set(unit, CONSTANT)
    const growth = largestOf(unit.node.children)
    known.set(unit, growth)
    return growth
  }
  const largestOf = (nodes: readonly Node[]): Growth => {
    let most = CONSTANT
    if (level >= MOST_LEVELS) return most
    level += 1
    for (const node of nodes) most = larger(most, growthAt(node))
    level -= 1
    return most
  }
  const growthAt = (node: Node): Growth => {
    if (node.type === 'Function') return CONSTANT
    const inner = largestOf(node.children)
    const rounds = bashRounds(node, { tree, lineAt, mayRead })
    if (rounds) return times(rounds, inner)
    return node.type === 'Command' ? larger(inner, growthOfCommand(node)) : inner
  }
  const growthOfCommand = (command: Node): Growth => {
    const name = childOf(command, 'Name')
    const called = name && functions.get(textOf(tree, name))
    if (called) return growthOf(called)
    const isSort = name !== undefined && textOf(tree, name) === 'sort'
    return isSort ? sorting(`line ${lineAt(command.start)} sorts`) : CONSTANT
  }
  return units.reduce((most, unit) => larger(most, growthOf(unit)), CONSTANT)
}

/** Each level costs stack, and calls are followed from function to function. */
const MOST_LEVELS = 1000
