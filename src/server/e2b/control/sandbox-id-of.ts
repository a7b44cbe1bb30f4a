import { EngineError } from '../../../contract/errors.ts'

/** Ids can stand in a host name; whatever else was asked for cannot be there. */
const FORM = /^[a-z0-9]{1,64}$/

export function sandboxIdOf({ sandboxID }: { sandboxID: string }): string {
  if (!FORM.test(sandboxID)) throw new EngineError('MACHINE_NOT_FOUND', { machineId: sandboxID.slice(0, 64) })
  return sandboxID
}
