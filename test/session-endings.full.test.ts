import { EXITS_AND_ERRORS, TIMEOUTS_AND_LIMITS } from './support/ending-programs.ts'
import { oneEngine } from './support/one-engine.ts'
import { sameEndings } from './support/same-endings.ts'

const tools = oneEngine()
const engine = () => tools().engine

sameEndings({ engine, languages: ['javascript', 'bash', 'r', 'sql'], programs: TIMEOUTS_AND_LIMITS })
sameEndings({ engine, languages: ['javascript', 'bash', 'r', 'sql'], programs: EXITS_AND_ERRORS })
// The interpreter of JavaScript runs TypeScript, after its types were removed.
sameEndings({ engine, languages: ['typescript'], programs: [...EXITS_AND_ERRORS, ...TIMEOUTS_AND_LIMITS] })
