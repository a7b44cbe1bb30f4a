import { EngineError } from '../../../contract/errors.ts'

/**
 * The metadata a list is asked for: a query string of its own, whose names and values were encoded once before they were
 * put into it. Being a parameter it was encoded a third time, which whoever read the outer query has undone.
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
