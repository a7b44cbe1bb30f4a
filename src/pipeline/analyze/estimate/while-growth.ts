import { type Node, type Tree, textOf, walk } from '../../../language/tree/tree.ts'
import { beyond, CONSTANT, type Growth, logarithmic, power } from './growth.ts'
import { hasWayOut, loopAround, walkOwn } from './loop-shape.ts'
import { namesIn } from './names-in.ts'
import { type Assignment, assignmentAt, type ProgramFacts } from './program-facts.ts'
import { calledName } from './signs-of-calls.ts'

const EXITS = new Set(['exit', 'quit', 'sys.exit', 'os._exit', 'process.exit', 'Deno.exit'])
const ALWAYS = new Set(['True', 'true', '1', ''])

/** How often a loop with a condition runs. Without a condition it is endless unless something inside ends it. */
export function whileGrowth(loop: Node, condition: Node | undefined, facts: ProgramFacts): Growth {
  const { tree } = facts
  const line = facts.lineAt(loop.start)
  if (!condition || ALWAYS.has(bareText(condition, tree))) {
    const ends = !facts.mayRead(loop) || hasWayOut(loop, (call) => EXITS.has(calledName(call, tree) ?? ''))
    return ends
      ? power(1, `line ${line} loops until something inside ends it`)
      : beyond('unbounded', `line ${line} loops without an end`)
  }
  const names = new Set(namesIn(condition, tree))
  if (!facts.mayRead(loop)) return power(1, `line ${line} loops while a condition holds`)
  const assignments = assignmentsIn(loop, tree)
  if (isHalving(assignments, names, tree)) return logarithmic(`line ${line} halves what is left in each round`)
  if (goesOnFromBefore({ loop, names, assignments, facts })) return CONSTANT
  return power(1, `line ${line} loops while a condition holds`)
}

const bareText = (condition: Node, tree: Tree): string =>
  textOf(tree, condition)
    .slice(0, 40)
    .replaceAll(/[()\s]/g, '')

const assignmentsIn = (loop: Node, tree: Tree): Assignment[] =>
  Array.from(walkOwn(loop), (node) => assignmentAt(node, tree)).filter((found) => found !== undefined)

const SCALING = new Set(['//=', '/=', '>>=', '>>>=', '*=', '<<='])
const DIVIDING = new Set(['//', '/', '>>', '>>>'])

/** A name of the condition is divided or multiplied, itself or by way of a middle: `middle = (low + high) // 2`. */
function isHalving(assignments: readonly Assignment[], names: ReadonlySet<string>, tree: Tree): boolean {
  const hits = (targets: readonly string[]) => targets.some((target) => names.has(target))
  const halves = assignments.filter(({ values }) => values.some((value) => divides(value, names, tree)))
  const halved = new Set(halves.flatMap(({ targets }) => targets))
  return assignments.some(({ targets, values, update }) => {
    if (!hits(targets)) return false
    if (update !== undefined) return SCALING.has(update)
    return (
      targets.some((target) => halved.has(target)) ||
      values.some((value) => namesIn(value, tree).some((name) => halved.has(name)))
    )
  })
}

function divides(value: Node, names: ReadonlySet<string>, tree: Tree): boolean {
  for (const { type, children } of walk(value)) {
    const [left, operator, right] = type === 'BinaryExpression' ? children : []
    if (!left || !operator || !right) continue
    const text = textOf(tree, operator)
    if (text === '%' && right.type === 'VariableName' && names.has(textOf(tree, right))) return true
    if (DIVIDING.has(text) && right.type === 'Number' && namesIn(left, tree).some((name) => names.has(name)))
      return true
  }
  return false
}

/** A loop in a loop that goes on where it stopped the last time: all its rounds together are those of one loop. */
function goesOnFromBefore(given: {
  loop: Node
  names: ReadonlySet<string>
  assignments: readonly Assignment[]
  facts: ProgramFacts
}): boolean {
  const { loop, names, assignments, facts } = given
  const outer = loopAround(loop)
  if (!outer || !facts.mayRead(outer)) return false
  const moved = new Set(
    [...assignments.flatMap(({ targets, update }) => (update ? targets : [])), ...takenFrom(loop, facts.tree)].filter(
      (name) => names.has(name),
    ),
  )
  if (moved.size === 0) return false
  for (const node of walkOwn(outer)) {
    if (node.start >= loop.start && node.end <= loop.end) continue
    const assignment = assignmentAt(node, facts.tree)
    if (assignment && assignment.update === undefined && assignment.targets.some((target) => moved.has(target)))
      return false
  }
  return true
}

function takenFrom(loop: Node, tree: Tree): string[] {
  return Array.from(walkOwn(loop)).flatMap((node) => {
    const name = node.type === 'CallExpression' ? calledName(node, tree) : undefined
    const match = name === undefined ? null : /^(\w+)\.(?:pop|popleft|shift)$/.exec(name)
    return match?.[1] === undefined ? [] : [match[1]]
  })
}
