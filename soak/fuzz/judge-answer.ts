import { type ErrorCode, errorBody, errors } from '../../src/contract/errors.ts'
import type { FuzzRequest } from './make-request.ts'
import type { FuzzAnswer } from './send-request.ts'

/** Errors that only a server with a bug, or with a spoilt store, gives. */
const NEVER: string[] = ['INTERNAL', 'STORE_DAMAGED', 'BLOB_DAMAGED', 'BLOB_NOT_FOUND', 'CONFIG_INVALID']
const BUG = /Something went wrong inside Anneal|"code":"INTERNAL"|"internal_server_error"/
/** A sender of so many bytes may be cut off before it has read the reason. */
const LARGE_BYTES = 60_000
const LOST = ['ECONNRESET', 'stale connection', 'EPIPE', 'socket hang up']
/** E2B's API answers with these for something missing, unsupported or full. */
const HONEST = [501, 502, 503, 504, 507]

/** The fault of an answer; undefined when the documents promise this answer. */
export function judgeAnswer(request: FuzzRequest, answer: FuzzAnswer): string | undefined {
  const { failure, text, status } = answer
  if (failure === 'hang') return 'no answer before the deadline'
  // The OpenAPI document shows the words of every error.
  if (request.target.path !== '/openapi.json' && BUG.test(text)) return `a bug: ${text.slice(0, 300)}`
  if (request.way === 'cut' || request.way === 'left' || failure === 'not sent') return undefined
  if (failure !== undefined) return mayBeLost(request, failure) ? undefined : `the connection failed: ${failure}`
  if (status === undefined || !answer.isWhole) return undefined
  if (request.target.door === 'v1' && !('host' in request.headers)) return judgeOurs(request, answer)
  if (status >= 500 && !HONEST.includes(status) && request.target.door !== 'interpreter' && !isPortOfServer(request)) {
    return `status ${status}: ${text.slice(0, 300)}`
  }
  return status >= 400 ? judgeForeignError(request, answer) : undefined
}

function judgeOurs({ target, method }: FuzzRequest, { status = 0, headers, text }: FuzzAnswer): string | undefined {
  if (target.statuses?.includes(status) && method === target.method) return undefined
  if (status < 400) return method === target.method && status !== 304 ? `status ${status} is not documented` : undefined
  const parsed = errorBody.strict().safeParse(jsonOf(text))
  if (!parsed.success) return `status ${status} without an error body: ${text.slice(0, 300)}`
  const { code, retry, message, hint, requestId } = parsed.data.error
  const row = errors[code as ErrorCode]
  if (!row || NEVER.includes(code)) return `error ${code}: ${message}`
  const fits =
    row.status === status &&
    row.retry === retry &&
    message !== '' &&
    hint !== '' &&
    requestId === headers['x-request-id']
  return fits ? undefined : `error ${code} is not as its row says: ${text.slice(0, 300)}`
}

/** Judges an error of E2B's API: JSON with the status in it, plain text, or empty; never a page, never a stack. */
function judgeForeignError({ target }: FuzzRequest, { status, headers, text }: FuzzAnswer): string | undefined {
  if (/\n\s+at .*:\d+:\d+/.test(text)) return `a stack: ${text.slice(0, 300)}`
  const isJson = (headers['content-type'] ?? '').startsWith('application/json')
  if (target.door === 'control' && text !== '' && (!isJson || !('message' in Object(jsonOf(text))))) {
    return `status ${status} without an error body: ${text.slice(0, 300)}`
  }
  return isJson && jsonOf(text) === undefined ? `status ${status} with broken JSON: ${text.slice(0, 300)}` : undefined
}

/** Whether a program inside of a machine answers, for itself. */
const isPortOfServer = ({ headers }: FuzzRequest) => 'host' in headers

/** Whether the connection may be lost: a machine that goes away takes it along, and E2B's clients learn of it that way. */
function mayBeLost({ target, body, headers }: FuzzRequest, failure: string): boolean {
  if (!LOST.includes(failure)) return false
  return (
    target.door === 'envd' ||
    target.door === 'interpreter' ||
    (body?.length ?? 0) > LARGE_BYTES ||
    'content-encoding' in headers
  )
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
