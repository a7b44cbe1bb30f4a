import { javascriptStrategies } from './javascript/javascript-strategies.ts'
import type { Strategy } from './strategy.ts'

/** All of them; each language lists its own. */
export const strategies: readonly Strategy[] = [...javascriptStrategies]
