import { EngineError } from '../../contract/errors.ts'

const MOST_SHOWN = 200

export function refuse(reason: string, entry?: string): never {
  throw refusal(reason, entry)
}

/** Names of entries may be arbitrarily long: a message shows the beginning. */
export function refusal(reason: string, entry?: string): EngineError<'ARCHIVE_REFUSED'> {
  const details = { reason: shown(reason), ...(entry !== undefined && { entry: JSON.stringify(shown(entry)) }) }
  return new EngineError('ARCHIVE_REFUSED', details)
}

const shown = (text: string) => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text)
