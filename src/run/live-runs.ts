/** A run that goes on in this engine. */
export interface LiveRun {
  userId: string
  abort: AbortController
  /** Resolves when the last event is stored or given up. */
  done: Promise<void>
  readers: number
  /** Set when the run was started for a reader: without a reader it is cancelled after this time. */
  cancelAfterMs: number | null
  timer?: NodeJS.Timeout | undefined
}

/**
 * Counts readers: a run that lost its last reader ends after a while, so that a reader who lost the connection can come
 * back.
 */
export function attend(run: LiveRun): () => void {
  clearTimeout(run.timer)
  run.readers++
  return () => {
    run.readers--
    if (run.readers === 0 && run.cancelAfterMs !== null) {
      run.timer = setTimeout(() => run.abort.abort(), run.cancelAfterMs)
    }
  }
}
