import { EngineError } from '../../../contract/errors.ts'

/** The form of an id, which can stand in a host name; any other text names no sandbox. */
const FORM = /^[a-z0-9]{1,64}$/

export function sandboxIdOf({ sandboxID }: { sandboxID: string }): string {
  if (!FORM.test(sandboxID)) throw new EngineError('MACHINE_NOT_FOUND', { machineId: sandboxID.slice(0, 64) })
  return sandboxID
}
