import { EXITS_AND_ERRORS, TIMEOUTS_AND_LIMITS } from './support/ending-programs.ts'
import { oneEngine } from './support/one-engine.ts'
import { sameEndings } from './support/same-endings.ts'

const tools = oneEngine()
const engine = () => tools().engine

sameEndings({ engine, languages: ['python'], programs: [...EXITS_AND_ERRORS, ...TIMEOUTS_AND_LIMITS] })
/** Endings that Python does not know, and a few that all know; `session-endings.full.test.ts` has the others. */
const programs = EXITS_AND_ERRORS.filter(
  ({ ending, code }) =>
    code.python === undefined || ['exit 3', 'an error', 'an end by SIGKILL of its own'].includes(ending),
)
sameEndings({ engine, languages: ['javascript', 'bash'], programs })
