import { type ProgramError, programError } from '../../src/contract/diagnosis.ts'
import type { Attempt } from '../../src/contract/run.ts'

/** Names of endings that no interpreter reported. */
const ENDINGS = ['Exit', 'Signal']

/** The error that the language read from its interpreter's output, without the additions of a diagnosis. */
export function readError({ error }: Attempt): ProgramError | undefined {
  return error === undefined || ENDINGS.includes(error.type) ? undefined : programError.parse(error)
}
