import { namesIn } from './names-in.ts'
import type { Node } from './syntax-node.ts'
import type { Definition } from './top-level.ts'

/** So far calls are followed, to see what a function works with. */
const MOST_CALLS = 50

/** What of the outside world a function works with, itself or through one that it calls. */
export function createWorldOf(definitions: readonly Definition[], worldIn: (root: Node) => string | undefined) {
  const done = new Map<string, string | undefined>()
  const worldOf = (definition: Definition, depth = 0): string | undefined => {
    const { name, node } = definition
    if (done.has(name) || depth > MOST_CALLS) return done.get(name)
    done.set(name, undefined)
    const named = namesIn(node)
    const others = definitions.filter((each) => each.name !== name && named.has(each.name))
    const world = worldIn(node) ?? others.map((each) => worldOf(each, depth + 1)).find((each) => each !== undefined)
    done.set(name, world)
    return world
  }
  return worldOf
}
