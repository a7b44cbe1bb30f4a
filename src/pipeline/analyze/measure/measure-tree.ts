import type { Node, Tree } from '../../../language/tree/tree.ts'
import type { FlowGrammar, FoundFunction, Step } from './flow-grammar.ts'
import { recursiveUnits } from './recursive-units.ts'
import { createUnit, shortName, type Unit } from './unit.ts'

/** Where the walk stands. */
interface Place {
  unit: Unit
  /** Levels of broken flow around it. */
  level: number
  /** Statements with bodies around it, in this function. */
  depth: number
  /** Put before the names of functions. */
  prefix: string
  /** Of the class or object that is around it, when no function is between. */
  methods: Map<string, Unit> | undefined
  /** Functions that stand here are on no level. */
  isOutermost: boolean
}

/** The functions of a program in the order of the source, and before them the program itself. */
export function measureTree(tree: Tree, grammar: FlowGrammar): Unit[] {
  const program = createUnit(tree.root, { name: '', isListed: false, parameters: 0 })
  const units = [program]
  const visit = (node: Node, around: Place) => {
    const place = grammar.isDeeper(node) ? { ...around, level: around.level + 1 } : around
    const found = grammar.functionAt(node, tree)
    if (found) return visitFunction(node, found, place)
    const holder = grammar.holderAt(node, tree)
    if (holder) return visitAll(node, inHolder(holder, place))
    count(node, place.unit)
    const call = grammar.callAt(node, tree)
    if (call) place.unit.calls.push(call)
    const step = grammar.stepOf(node, tree)
    if (!step) return visitAll(node, place)
    const inside = step.nests ? { ...place, depth: place.depth + 1 } : place
    take(step, inside)
    visitAll(node, inside)
  }
  const visitAll = (node: Node, place: Place) => {
    for (const child of node.children) visit(child, place)
  }
  const count = (node: Node, { words }: Unit) => {
    if (node.children.length > 0 || NO_WORDS.has(node.type) || node.end === node.start) return
    words.length += 1
    const kind = grammar.operands.has(node.type) ? words.operands : words.operators
    kind.add(tree.source.slice(node.start, node.end))
  }
  const visitFunction = (node: Node, found: FoundFunction, place: Place) => {
    const unit = createUnit(node, { ...found, name: place.prefix + found.name }, place.unit)
    units.push(unit)
    if (found.isMethod) unit.siblings = place.methods
    const scope = found.isMethod ? place.methods : place.unit.members
    if (scope && !scope.has(found.name)) scope.set(found.name, unit)
    unit.level = place.isOutermost ? 0 : place.level + (grammar.isOnlyHeld(node, tree) ? 0 : 1)
    visitAll(node, {
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
  visitAll(tree.root, { unit: program, level: 0, depth: 0, prefix: '', methods: undefined, isOutermost: true })
  addRecursion(units)
  return units
}

/** Closing brackets belong to the opening ones, and comments are not code. */
const NO_WORDS = new Set([')', ']', '}', 'Comment', 'LineComment', 'BlockComment', '⚠'])

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

/** One for each function on a cycle of calls, seen also by those around it. */
function addRecursion(units: readonly Unit[]): void {
  for (const unit of recursiveUnits(units)) {
    if (!unit.isListed) continue
    for (let outer: Unit | undefined = unit; outer; outer = outer.parent) outer.effort += 1
  }
}
