export interface SetUp<T> {
  build(): Promise<T>
  destroy(): Promise<void>
  /** What its caller is told instead of the failure itself. */
  explain(error: unknown): unknown
  /** A box that cannot be set up in this time never will be. */
  timeoutMs: number
  signal: AbortSignal
}

/** Builds a box; whatever fails on the way, or takes too long, or is called off, nothing of it is left. */
export async function setUpBox<T>({ build, destroy, explain, timeoutMs, signal }: SetUp<T>): Promise<T> {
  // Building fails when the box is gone, and waits for the same destruction.
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
