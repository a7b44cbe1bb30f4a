import type { Node } from '../../../language/javascript/syntax-node.ts'
import { namesIn } from './names-in.ts'
import type { Definition } from './top-level.ts'

/** Most levels of calls that are followed to see which part of the outside world a function uses. */
const MOST_CALLS = 50

/** The part of the outside world that a piece of code uses, itself or through functions that it calls. */
export function createWorldOf(definitions: readonly Definition[], worldIn: (root: Node) => string | undefined) {
  const done = new Map<Node, string | undefined>()
  const worldOf = (node: Node, depth = 0): string | undefined => {
    if (done.has(node) || depth > MOST_CALLS) return done.get(node)
    done.set(node, undefined)
    const named = namesIn(node)
    const others = definitions.filter((each) => each.node !== node && named.has(each.name))
    const world =
      worldIn(node) ?? others.map((each) => worldOf(each.node, depth + 1)).find((each) => each !== undefined)
    done.set(node, world)
    return world
  }
  return worldOf
}
