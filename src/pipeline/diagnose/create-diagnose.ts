import type { Diagnosis } from '../../contract/diagnosis.ts'
import type { Diagnosed, Failure } from '../failure.ts'
import type { SendProbe } from '../send-probe.ts'
import type { Stage } from '../stage.ts'

/** Reads a failure and says what it is. */
export type Diagnose = (failure: Pick<Failure, 'code' | 'language' | 'executed' | 'failedTest'>) => Diagnosis

/** Understands a failure from what the interpreter said, and from a look at the program where it failed. */
export function createDiagnose(parts: { diagnose: Diagnose; sendProbe: SendProbe }): Stage<Failure, Diagnosed> {
  return async (failure, { emit, signal, cause }) => {
    const read = parts.diagnose(failure)
    const facts = await parts.sendProbe({ ...failure, diagnosis: read }, signal)
    const diagnosis = facts.values && Object.keys(facts.values).length > 0 ? { ...read, values: facts.values } : read
    const { block, attempt } = failure
    emit({ type: 'error.diagnosed', block, attempt, diagnosis, cause })
    return { diagnosis, facts }
  }
}
