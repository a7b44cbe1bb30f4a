import { ERROR_NODE, type Node, type Tree } from '../../../language/tree/tree.ts'
import type { FlowGrammar, FoundFunction, Step } from './flow-grammar.ts'
import { recursiveUnits } from './recursive-units.ts'
import { createUnit, shortName, type Unit } from './unit.ts'

/** The input of the walk, and the units found so far. */
interface Walk {
  tree: Tree
  grammar: FlowGrammar
  units: Unit[]
}

/** The current place of the walk. */
interface Place {
  walk: Walk
  unit: Unit
  /** Levels of broken flow around the place. */
  level: number
  /** Statements with bodies around the place, in this function. */
  depth: number
  /** Prefix for the names of functions. */
  prefix: string
  /** Methods of the class or object around the place, when no function is between. */
  methods: Map<string, Unit> | undefined
  /** Functions at this place stand on no level. */
  isOutermost: boolean
}

/** The functions of a program in the order of the source, and before them the program itself. */
export function measureTree(tree: Tree, grammar: FlowGrammar): Unit[] {
  const program = createUnit({ node: tree.root, found: { name: '', isListed: false, parameters: 0 } })
  const walk = { tree, grammar, units: [program] }
  visitAll(tree.root, { walk, unit: program, level: 0, depth: 0, prefix: '', methods: undefined, isOutermost: true })
  addRecursion(walk.units)
  return walk.units
}

function visitAll(node: Node, place: Place): void {
  for (const child of node.children) visit(child, place)
}

function visit(node: Node, around: Place): void {
  const { tree, grammar } = around.walk
  const place = grammar.isDeeper(node) ? { ...around, level: around.level + 1 } : around
  const found = grammar.functionAt(node, tree)
  const holder = found ? undefined : grammar.holderAt(node, tree)
  if (found) visitFunction({ node, found }, place)
  else if (holder) visitAll(node, inHolder(holder, place))
  else visitStep(node, place)
}

function visitStep(node: Node, place: Place): void {
  const { tree, grammar } = place.walk
  countWord(node, place)
  const call = grammar.callAt(node, tree)
  if (call) place.unit.calls.push(call)
  const step = grammar.stepOf(node, tree)
  const inside = step?.nests ? { ...place, depth: place.depth + 1 } : place
  if (step) take(step, inside)
  visitAll(node, inside)
}

function visitFunction({ node, found }: { node: Node; found: FoundFunction }, place: Place): void {
  const { tree, grammar, units } = place.walk
  const unit = createUnit({ node, found: { ...found, name: place.prefix + found.name }, parent: place.unit })
  units.push(unit)
  if (found.isMethod) unit.siblings = place.methods
  const scope = found.isMethod ? place.methods : place.unit.members
  if (scope && !scope.has(found.name)) scope.set(found.name, unit)
  unit.level = place.isOutermost ? 0 : place.level + (grammar.isOnlyHeld(node, tree) ? 0 : 1)
  visitAll(node, {
    walk: place.walk,
    unit,
    level: unit.level,
    depth: 0,
    prefix: `${unit.name}.`,
    methods: undefined,
    isOutermost: false,
  })
  if (grammar.ignoresHolders && place.isOutermost && unit.ownBreaks === 0) unit.effort -= unit.heldBreaks
  addToOuter(unit, place)
}

/** Closing brackets belong to the opening ones, comments are not code, and errors are no words. */
const NO_WORDS = new Set([')', ']', '}', 'Comment', 'LineComment', 'BlockComment', ERROR_NODE])

function countWord({ type, start, end, children }: Node, { unit: { words }, walk: { tree, grammar } }: Place): void {
  if (children.length > 0 || NO_WORDS.has(type) || end === start) return
  words.length += 1
  const kind = grammar.operands.has(type) ? words.operands : words.operators
  kind.add(tree.source.slice(start, end))
}

function take(step: Step, { unit, level, depth }: Place): void {
  unit.cyclomatic += step.paths ?? 0
  unit.effort += step.flat ?? 0
  if (step.breaks) {
    unit.effort += 1 + level
    unit.breaks += 1
    unit.ownBreaks += 1
  }
  unit.nesting = Math.max(unit.nesting, depth)
}

const inHolder = ({ name, isClass }: { name: string; isClass: boolean }, place: Place): Place => ({
  ...place,
  prefix: `${shortName(place.prefix + name)}.`,
  methods: new Map(),
  isOutermost: place.isOutermost || isClass,
})

function addToOuter({ effort, breaks }: Unit, { unit, isOutermost }: Place): void {
  unit.effort += isOutermost ? effort + breaks * unit.level : effort
  unit.breaks += breaks
  if (!isOutermost) unit.heldBreaks += breaks
}

/** Adds one for each function on a cycle of calls, also to the functions around it. */
function addRecursion(units: readonly Unit[]): void {
  for (const unit of recursiveUnits(units)) {
    if (!unit.isListed) continue
    for (let outer: Unit | undefined = unit; outer; outer = outer.parent) outer.effort += 1
  }
}
