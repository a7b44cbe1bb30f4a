import { CONFIDENCE } from './confidence-table.ts'
import type { ConfidenceWeights } from './confidence-weights.ts'
import type { RepairFeatures } from './repair-features.ts'

/**
 * How likely a repair is to be right, from 0 to 1, estimated from repairs that were judged by tests they had not seen. The weight of a language
 * is that of its own rules.
 */
export function confidenceOf(features: RepairFeatures, table: ConfidenceWeights = CONFIDENCE): number {
  const { language, strategies, evidence, faults, isDoubted, failedBefore, rivals } = features
  const known = strategies.map((id) => table.strategies[id] ?? 0)
  const strategy = known.reduce((sum, weight) => sum + weight, 0) / Math.max(1, known.length)
  const sum =
    table.base +
    strategy +
    (table.evidence[evidence] ?? 0) +
    (strategies.every((id) => id.startsWith('any/')) ? 0 : (table.languages[language] ?? 0)) +
    (isDoubted ? table.doubted : 0) +
    table.chained * furtherFaults({ evidence, faults }) +
    table.failedBefore * Math.log(1 + failedBefore) +
    table.rivals * Math.log(1 + rivals)
  return Math.round(100 / (1 + Math.exp(-sum))) / 100
}

/** An author of two faults that show has often made a third that does not; tests would tell of it. */
export const furtherFaults = ({ evidence, faults }: Pick<RepairFeatures, 'evidence' | 'faults'>): number =>
  evidence === 'tests' ? 0 : Math.max(0, faults - 1)
