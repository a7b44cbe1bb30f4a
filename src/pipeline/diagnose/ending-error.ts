import type { ProgramError } from '../../contract/diagnosis.ts'
import type { EndedBy } from '../../contract/limits.ts'
import type { ExecutionEnd } from '../../contract/run.ts'

const LIMITS: Record<Exclude<EndedBy, 'exit'>, ProgramError> = {
  timeout: { type: 'Timeout', message: 'ended by its time limit' },
  memory: { type: 'OutOfMemory', message: 'ended by its memory limit' },
  cpu: { type: 'CpuLimit', message: 'ended by its processor limit' },
  output: { type: 'TooMuchOutput', message: 'ended by its output limit' },
  processes: { type: 'TooManyProcesses', message: 'ended by its process limit' },
  disk: { type: 'DiskFull', message: 'ended by its disk limit' },
  cancelled: { type: 'Cancelled', message: 'ended by the caller' },
  killed: { type: 'Killed', message: 'killed from outside' },
}

/** An ending that no interpreter reported, in the form of an error. */
export function endingError({
  endedBy,
  exitCode,
  signal,
}: Pick<ExecutionEnd, 'endedBy' | 'exitCode' | 'signal'>): ProgramError {
  if (endedBy !== 'exit') return LIMITS[endedBy]
  if (signal !== null) return { type: 'Signal', message: signal }
  return { type: 'Exit', message: `exit code ${exitCode ?? '?'}` }
}
