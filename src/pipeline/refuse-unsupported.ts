import { EngineError } from '../contract/errors.ts'
import type { RunRequest } from '../contract/run.ts'

const SWITCHES = ['analysis', 'tests', 'securityCheck', 'performance'] as const

/** The contract names what is to come. Asking for it is refused: nothing a caller asks for is ignored in silence. */
export function refuseUnsupported({ session, options }: RunRequest): void {
  const refuse = (what: string): never => {
    throw new EngineError('UNSUPPORTED', { what })
  }
  if (session !== undefined) refuse('session')
  const asked = SWITCHES.find((name) => options?.[name])
  if (asked) refuse(`options.${asked}`)
}
