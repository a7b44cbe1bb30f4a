export interface SetUp<T> {
  build(): Promise<T>
  destroy(): Promise<void>
  /** Turns a failure into the error that the caller gets. */
  explain(error: unknown): unknown
  /** A sandbox that cannot be set up in this time never will be. */
  timeoutMs: number
  signal: AbortSignal
}

/** Builds a sandbox; a failure, a timeout or a cancellation leaves nothing of it. */
export async function setUpSandbox<T>({ build, destroy, explain, timeoutMs, signal }: SetUp<T>): Promise<T> {
  // Building fails when the sandbox is gone, and waits for the same destruction.
  const giveUp = () => void destroy().catch(() => {})
  signal.addEventListener('abort', giveUp)
  const tooLate = setTimeout(giveUp, timeoutMs)
  try {
    return await build()
  } catch (error) {
    await destroy()
    signal.throwIfAborted()
    throw explain(error)
  } finally {
    clearTimeout(tooLate)
    signal.removeEventListener('abort', giveUp)
  }
}
