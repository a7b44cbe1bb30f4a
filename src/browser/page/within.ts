import { EngineError } from '../../contract/errors.ts'

export interface Waiting {
  /** Said when the time is over: "The page's answer". */
  what: string
  timeoutMs: number
  signal?: AbortSignal | undefined
}

/** The work, for so long: a page that hangs keeps no caller. The work itself ends with its page. */
export async function within<T>(work: Promise<T>, { what, timeoutMs, signal }: Waiting): Promise<T> {
  work.catch(() => {})
  const over = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => over.reject(new EngineError('BROWSER_TIMEOUT', { what, timeoutMs, nearest: '' })),
    timeoutMs,
  )
  const leave = () => over.reject(signal?.reason)
  signal?.addEventListener('abort', leave, { once: true })
  if (signal?.aborted) leave()
  try {
    return await Promise.race([work, over.promise])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', leave)
  }
}
