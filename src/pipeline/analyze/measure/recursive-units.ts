import { onCycles } from './on-cycles.ts'
import type { Unit } from './unit.ts'

/** The functions that call themselves, directly or through others of the program. */
export function recursiveUnits(units: readonly Unit[]): Set<Unit> {
  const graph = new Map(units.map((unit): [Unit, Unit[]] => [unit, calledBy(unit)]))
  // A function without a name is taken to be called by the function around it.
  for (const unit of units) if (unit.parent && !unit.isListed) graph.get(unit.parent)?.push(unit)
  return onCycles(graph)
}

function calledBy(unit: Unit): Unit[] {
  return unit.calls.flatMap(({ name, ofSelf }) => (ofSelf ? methodFrom(unit, name) : functionFrom(unit, name)) ?? [])
}

function functionFrom(unit: Unit, name: string): Unit | undefined {
  for (let scope: Unit | undefined = unit; scope; scope = scope.parent) {
    const found = scope.members.get(name)
    if (found) return found
  }
  return undefined
}

function methodFrom(unit: Unit, name: string): Unit | undefined {
  let scope: Unit | undefined = unit
  while (scope && !scope.siblings) scope = scope.parent
  return scope?.siblings?.get(name)
}
