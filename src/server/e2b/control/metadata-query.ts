import { EngineError } from '../../../contract/errors.ts'

/**
 * Reads the metadata filter of a list: a query string inside a parameter, whose names and values were encoded once
 * more. The reader of the outer query has already undone the outermost encoding.
 */
export function readMetadataQuery(text: string): Record<string, string> {
  return Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [decoded(name), decoded(value)]))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new EngineError('INVALID_REQUEST', { problems: ['query.metadata: names and values must be URL encoded'] })
  }
}
