import { EngineError } from '../contract/errors.ts'
import type { RunRequest } from '../contract/run.ts'

/** The contract names what is to come. Asking for it is refused: nothing a caller asks for is ignored in silence. */
export function refuseUnsupported({ session }: RunRequest): void {
  if (session !== undefined) throw new EngineError('UNSUPPORTED', { what: 'session' })
}
