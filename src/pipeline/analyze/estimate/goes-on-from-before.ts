import { type Node, type Tree, textOf } from '../../../language/tree/tree.ts'
import { type Assignment, assignmentAt } from './assignment.ts'
import { loopAround, walkOwn } from './loop-shape.ts'
import type { ProgramFacts } from './program-facts.ts'

interface InnerLoop {
  loop: Node
  /** Names in the loop's condition. */
  names: ReadonlySet<string>
  assignments: readonly Assignment[]
}

/**
 * An inner loop that continues where it stopped the last time, as a sliding window or a stack that is emptied: all its
 * rounds together are those of one loop.
 */
export function goesOnFromBefore({ loop, names, assignments }: InnerLoop, facts: ProgramFacts): boolean {
  const outer = loopAround(loop)
  if (!outer || !facts.mayRead(outer)) return false
  const counted = assignments.flatMap(({ targets, update }) => (update ? targets : []))
  const taken = Array.from(walkOwn(loop)).flatMap((node) => takenFrom(node, facts.tree) ?? [])
  const moved = new Set([...counted, ...taken].filter((name) => names.has(name)))
  if (moved.size === 0) return false
  return !Array.from(walkOwn(outer)).some((node) => {
    const isInside = node.start >= loop.start && node.end <= loop.end
    const assignment = isInside ? undefined : assignmentAt(node, facts.tree)
    return assignment?.update === undefined && assignment?.targets.some((target) => moved.has(target))
  })
}

const TAKING = new Set(['pop', 'popleft', 'shift'])

function takenFrom(node: Node, tree: Tree): string | undefined {
  const callee = node.type === 'CallExpression' ? node.children[0] : undefined
  const [object, , member] = callee?.type === 'MemberExpression' ? callee.children : []
  if (object?.type !== 'VariableName' || !member || !TAKING.has(textOf(tree, member))) return undefined
  return textOf(tree, object)
}
