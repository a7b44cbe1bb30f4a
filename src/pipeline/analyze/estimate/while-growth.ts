import { type Node, type Tree, textOf } from '../../../language/tree/tree.ts'
import { assignmentAt } from './assignment.ts'
import { goesOnFromBefore } from './goes-on-from-before.ts'
import { beyond, CONSTANT, type Growth, logarithmic, power } from './growth.ts'
import { isHalving } from './is-halving.ts'
import { hasWayOut, walkOwn } from './loop-shape.ts'
import { namesIn } from './names-in.ts'
import type { ProgramFacts } from './program-facts.ts'
import { calledName } from './signs-of-calls.ts'

const EXITS = new Set(['exit', 'quit', 'sys.exit', 'os._exit', 'process.exit', 'Deno.exit'])
const ALWAYS = new Set(['True', 'true', '1', ''])

interface ConditionalLoop {
  loop: Node
  condition: Node | undefined
}

/** How often a loop with a condition runs. Without a condition it is endless unless something inside ends it. */
export function whileGrowth({ loop, condition }: ConditionalLoop, facts: ProgramFacts): Growth {
  const { tree } = facts
  const line = facts.lineAt(loop.start)
  if (!condition || ALWAYS.has(bareText(condition, tree))) {
    const ends = !facts.mayRead(loop) || hasWayOut(loop, (call) => EXITS.has(calledName(call, tree) ?? ''))
    return ends
      ? power(1, `line ${line} loops until something inside ends it`)
      : beyond('unbounded', `line ${line} loops without an end`)
  }
  const usual = power(1, `line ${line} loops while a condition holds`)
  if (!facts.mayRead(loop)) return usual
  const names = new Set(namesIn(condition, tree))
  const assignments = Array.from(walkOwn(loop)).flatMap((node) => assignmentAt(node, tree) ?? [])
  if (isHalving({ names, assignments }, tree)) return logarithmic(`line ${line} halves what is left in each round`)
  return goesOnFromBefore({ loop, names, assignments }, facts) ? CONSTANT : usual
}

const bareText = (condition: Node, tree: Tree): string => {
  const text = textOf(tree, condition).slice(0, 40)
  return text.replaceAll(/[()\s]/g, '')
}
