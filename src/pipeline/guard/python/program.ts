import type { RuffDiagnostic } from '../../../language/python/lint-python.ts'
import type { Tree } from '../../../language/tree/tree.ts'
import type { Call, Facts } from './read/facts.ts'

/** A Python program in the form that rules read. */
export interface PythonProgram {
  tree: Tree
  facts: Facts
  /** Calls of a function by its full name, or of any method by its name with a dot before it. */
  callsOf(name: string): readonly Call[]
  /** Ruff's remarks on the program. It throws when the program exhausts Ruff: our own rules still count. */
  diagnostics(): readonly RuffDiagnostic[]
}

/** Builds the program with its calls sorted by name, so that each rule reads only its own. */
export function programOf(reading: Omit<PythonProgram, 'callsOf'>): PythonProgram {
  const byName = new Map<string, Call[]>()
  const add = (name: string, call: Call) => {
    const calls = byName.get(name)
    if (calls) calls.push(call)
    else byName.set(name, [call])
  }
  for (const call of reading.facts.calls) {
    add(call.name, call)
    if (call.name.includes('.')) add(`.${call.method}`, call)
  }
  return { ...reading, callsOf: (name) => byName.get(name) ?? [] }
}
