import { EngineError } from '../../contract/errors.ts'

export function damaged(what: string, reason: string, cause?: unknown): EngineError<'STATE_DAMAGED'> {
  return new EngineError('STATE_DAMAGED', { what, reason }, cause === undefined ? undefined : { cause })
}

export const stateName = (id: string): string => `State ${id.slice(0, 12)}`
