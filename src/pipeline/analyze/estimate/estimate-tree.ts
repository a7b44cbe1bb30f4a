import type { Estimate, ImportedModule } from '../../../contract/analysis.ts'
import type { Node, Tree } from '../../../language/tree/tree.ts'
import type { Unit } from '../measure/unit.ts'
import { estimateMemory } from './estimate-memory.ts'
import { estimateTime, type LoopAt } from './estimate-time.ts'
import { growthText } from './growth.ts'
import { readFacts } from './program-facts.ts'
import { type Outside, reachOf, signsOfImports } from './reach.ts'
import { signsOfCalls } from './signs-of-calls.ts'

const MOST_ENDLESS = 50

export interface EstimateGrammar {
  loopAt: LoopAt
  modules: ReadonlyMap<string, Outside | 'none'>
  calls: ReadonlyMap<string, Outside | 'none'>
}

export interface ReadProgram {
  tree: Tree
  units: readonly Unit[]
  imports: readonly ImportedModule[]
  lineAt(offset: number): number
}

/** Estimates time, memory and outside effects of a program from its tree. */
export function estimateTree({ tree, units, imports, lineAt }: ReadProgram, grammar: EstimateGrammar): Estimate {
  const facts = readFacts(tree, lineAt)
  const endless: Node[] = []
  const loopAt: LoopAt = (node, known) => {
    const loop = grammar.loopAt(node, known)
    if (loop?.growth.kind === 'unbounded' && endless.length < MOST_ENDLESS) endless.push(node)
    return loop
  }
  const time = estimateTime({ units, loopAt }, facts)
  const { memory, reasons } = estimateMemory(facts, endless)
  const reach = reachOf([...signsOfImports(imports, grammar.modules), ...signsOfCalls({ tree, lineAt }, grammar.calls)])
  return {
    time: growthText(time),
    memory,
    network: reach.network,
    files: reach.files,
    processes: reach.processes,
    reasons: [...time.reasons.map((reason) => `time: ${reason}`), ...reasons, ...reach.reasons],
  }
}
