import { ApiError, localError } from './api-error.ts'

/** Codes of failures before the first byte is sent. */
const NEVER_SENT = new Map([
  ['ECONNREFUSED', 'the connection was refused'],
  ['ENOTFOUND', 'the host name is not known'],
  ['EAI_AGAIN', 'the host name cannot be looked up now'],
  ['EHOSTUNREACH', 'there is no way to the host'],
  ['ENETUNREACH', 'there is no way to the network'],
  ['UND_ERR_CONNECT_TIMEOUT', 'the connection could not be made in time'],
])

/** Turns any error of `fetch` or of a body into SERVER_UNREACHABLE; an ApiError stays as it is. */
export function networkFailure(error: unknown, url: string): ApiError {
  if (error instanceof ApiError) return error
  return localError('SERVER_UNREACHABLE', { url, reason: reasonOf(error) }, error)
}

export function wasNeverSent(error: unknown): boolean {
  return NEVER_SENT.has(codeOf(error) ?? '')
}

function reasonOf(error: unknown): string {
  const known = NEVER_SENT.get(codeOf(error) ?? '')
  if (known) return known
  const root = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const message = root instanceof Error ? root.message : String(root)
  return (message || (codeOf(error) ?? 'the connection broke')).replace(/\.$/, '')
}

/** Node puts the system's code on the cause of fetch's TypeError; browsers give none. */
function codeOf(error: unknown): string | undefined {
  for (const candidate of [error, error instanceof Error ? error.cause : undefined]) {
    if (candidate instanceof Error && 'code' in candidate && typeof candidate.code === 'string') return candidate.code
  }
  return undefined
}
