import { EngineError } from './errors.ts'
import { meantName } from './meant-name.ts'

/** An unknown language, with the known one that was probably meant. */
export function unknownLanguage(
  language: string,
  known: readonly { id: string; aliases?: readonly string[] }[],
): EngineError {
  const ids = new Map(known.flatMap(({ id, aliases = [] }) => [id, ...aliases].map((name) => [name, id])))
  // A version such as `lua5.4` would be taken for a path.
  const names = [...ids.keys()].filter((name) => !name.includes('.'))
  const meant = ids.get(meantName(language.trim().toLowerCase(), names) ?? '')
  return new EngineError('LANGUAGE_UNKNOWN', { language, known: known.map(({ id }) => id), ...(meant && { meant }) })
}
