import type { EngineError } from './errors.ts'
import type { ErrorInfo } from './run.ts'

/** A failure with the fields that clients of OpenAI's API read, beside ours. */
export type CompletionError = ErrorInfo & { type: string; param: string | null }

const TYPES: Record<number, string> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  429: 'rate_limit_error',
}

export function completionError(error: EngineError): CompletionError {
  const { status } = error
  const type = TYPES[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error')
  return { ...error.toInfo(), type, param: paramOf(error) }
}

/** The field of the request that is wrong. */
function paramOf({ code, details }: EngineError): string | null {
  if (code === 'CHAT_MODEL_UNKNOWN') return 'model'
  const { problems = [] } = details as { problems?: string[] }
  return /^body\.([^:\s]+):/.exec(problems[0] ?? '')?.[1] ?? null
}
