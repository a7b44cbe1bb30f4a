import type { RuffDiagnostic } from '../../../language/ruff/lint-python.ts'
import type { Tree } from '../../../language/tree/tree.ts'
import type { Call, Facts } from './read/facts.ts'

/** A Python program as its rules see it. */
export interface PythonProgram {
  tree: Tree
  facts: Facts
  /** Calls of something by its full name, or of any method by its name with a dot before it. */
  callsOf(name: string): readonly Call[]
  /** What Ruff says about it. It throws when the program exhausts Ruff: rules of our own are heard all the same. */
  diagnostics(): readonly RuffDiagnostic[]
}

/** With its calls sorted by name, so that each rule looks only at its own. */
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
