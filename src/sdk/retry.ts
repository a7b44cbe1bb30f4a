import { ApiError } from './api-error.ts'

export interface RetryPolicy {
  /** Tries after the first one. */
  retries: number
  sleep(ms: number, signal: AbortSignal | undefined): Promise<void>
  /** From 0 to 1, so that clients that failed together do not come back together. */
  random(): number
}

const FIRST_PAUSE_MS = 200
const LONGEST_PAUSE_MS = 10_000
/** A longer wait is reported at once: the caller can plan better than wait silently. */
const LONGEST_RETRY_AFTER_MS = 60_000

/** Tries again, later each time, as long as `mayRetry` allows. */
export async function withRetries<T>(
  call: () => Promise<T>,
  options: { policy: RetryPolicy; mayRetry: (error: ApiError) => boolean; signal: AbortSignal | undefined },
): Promise<T> {
  const { policy, mayRetry, signal } = options
  for (let failures = 1; ; failures++) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ApiError) || failures > policy.retries || !mayRetry(error)) throw error
      if ((error.retryAfterMs ?? 0) > LONGEST_RETRY_AFTER_MS) throw error
      await policy.sleep(Math.max(pauseMs(failures, policy.random), error.retryAfterMs ?? 0), signal)
    }
  }
}

/** Doubles with each failure; a random time between half and the whole of that. */
export function pauseMs(failures: number, random: () => number): number {
  const whole = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)
  return Math.round(whole * (0.5 + random() / 2))
}

export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
