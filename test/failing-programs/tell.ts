import type { Attempt } from '../../src/contract/run.ts'
import { readError } from '../support/read-error.ts'
import type { Told } from './failing-program.ts'

/** The input of a diagnosis, without the parts that differ between two runs of one program. */
export function tell(attempt: Attempt): Told {
  const { endedBy = 'killed', exitCode = null, signal = null, stderr } = attempt
  const error = readError(attempt)
  const said =
    stderr
      .slice(-200)
      .split('\n')
      .findLast((line) => line.trim() !== '') ?? ''
  return { end: { endedBy, exitCode, signal, ...(error && { error }) }, stderr: said }
}
