import { errorBody } from '../contract/errors.ts'
import { ApiError, localError } from './api-error.ts'

/** Statuses with which proxies say "later", without a body of ours. */
const PASSING_STATUSES = [429, 502, 503, 504]

/** The error inside an answer that is not a success. */
export async function failureOf(response: Response, at: { url: string; nowMs: number }): Promise<ApiError> {
  const retryAfterMs = retryAfterOf(response.headers.get('retry-after'), at.nowMs)
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs }
  const parsed = errorBody.safeParse(await bodyOf(response))
  if (parsed.success) return new ApiError({ ...parsed.data.error, status: response.status, ...wait })

  const reason = `status ${response.status} ${response.statusText}`.trim()
  const foreign = localError('ANSWER_INVALID', { url: at.url, reason })
  const retry = PASSING_STATUSES.includes(response.status)
  return new ApiError({ ...foreign.toInfo(), retry, status: response.status, requestId: '', ...wait })
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return JSON.parse(await response.text())
  } catch {
    return undefined
  }
}

/** Seconds or an HTTP date; anything else counts as no header. */
function retryAfterOf(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}
