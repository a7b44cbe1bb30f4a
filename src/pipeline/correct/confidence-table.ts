import type { ConfidenceTable } from './confidence.ts'

export const CONFIDENCE: ConfidenceTable = {
  base: 3,
  strategies: {},
  evidence: { tests: 0, output: 0, silent: 0, unreached: -2 },
  languages: {},
  doubted: -2,
  chained: -0.5,
  failedBefore: -0.3,
  rivals: -0.1,
}
