import type { Diagnosis } from '../../contract/diagnosis.ts'
import { applyEdits } from '../apply-edits.ts'
import type { Proposal, Strategy } from './strategy.ts'

export type Told = Partial<Diagnosis>

/** A strategy's proposals for a program that failed like this. */
export function proposed(strategy: Strategy, code: string, told: Told = {}): Proposal[] {
  const diagnosis: Diagnosis = {
    type: 'SyntaxError',
    message: '',
    category: 'syntax',
    severity: 'high',
    recoverable: true,
    pattern: 'test',
    fingerprint: 'test',
    explanation: '',
    ...told,
  }
  return strategy.propose({ code, language: strategy.languages[0] ?? '', diagnosis, facts: {} })
}

/** The program as the best proposal leaves it; undefined when there is none. */
export function repaired(strategy: Strategy, code: string, told: Told = {}): string | undefined {
  const [best] = proposed(strategy, code, told).sort((one, other) => other.sureness - one.sureness)
  return best && applyEdits(code, best.edits)
}
