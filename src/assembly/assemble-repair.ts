import type { Config } from '../config/settings.ts'
import type { SyntaxChecker } from '../language/syntax/syntax.ts'
import type { StrategyRecord } from '../memory/strategy-record.ts'
import { strategies } from '../pipeline/correct/strategies.ts'
import { createRepair, type Repair, type RepairParts } from '../pipeline/create-repair.ts'
import { provisionalDiagnose } from '../pipeline/provisional-diagnose.ts'

/** More boxes at once than there are cores would only take turns. */
const RACE_LANES = 3

export interface RepairAssembly extends Pick<RepairParts, 'execute' | 'onTrouble'> {
  config: Config
  syntax: SyntaxChecker
  record: StrategyRecord
}

/** The stages after a failure, with the rules, the record and the parsers of this engine. */
export function assembleRepair({ config, syntax, ...parts }: RepairAssembly): Repair {
  return createRepair({
    ...parts,
    check: syntax.check,
    diagnose: provisionalDiagnose,
    strategies,
    order: ['rules'],
    lanes: Math.max(1, Math.min(RACE_LANES, config.concurrentRunsPerUser)),
  })
}
