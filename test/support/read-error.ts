import { type ProgramError, programError } from '../../src/contract/diagnosis.ts'
import type { Attempt } from '../../src/contract/run.ts'

/** Names for endings that no interpreter told about. */
const ENDINGS = ['Exit', 'Signal']

/** What the language read from what its interpreter said, without what a diagnosis added to it. */
export function readError({ error }: Attempt): ProgramError | undefined {
  return error === undefined || ENDINGS.includes(error.type) ? undefined : programError.parse(error)
}
