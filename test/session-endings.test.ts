import { EXITS_AND_ERRORS, TIMEOUTS_AND_LIMITS } from './support/ending-programs.ts'
import { oneEngine } from './support/one-engine.ts'
import { sameEndings } from './support/same-endings.ts'

const tools = oneEngine()
const engine = () => tools().engine

sameEndings({ engine, languages: ['python'], programs: [...EXITS_AND_ERRORS, ...TIMEOUTS_AND_LIMITS] })
sameEndings({ engine, languages: ['javascript', 'bash'], programs: EXITS_AND_ERRORS })
