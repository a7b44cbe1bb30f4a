import type { Diagnosis } from '../../contract/diagnosis.ts'
import type { Diagnosed, Failure } from '../failure.ts'
import type { SendProbe } from '../send-probe.ts'
import type { Stage } from '../stage.ts'

/** Reads a failure and returns its diagnosis. */
export type Diagnose = (failure: Pick<Failure, 'code' | 'language' | 'executed' | 'failedTest' | 'raised'>) => Diagnosis

/** Diagnoses a failure from the interpreter's message, and from a probe of the program at the place of the failure. */
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
