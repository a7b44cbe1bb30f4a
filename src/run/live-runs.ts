/** A run that goes on in this engine. */
export interface LiveRun {
  userId: string
  abort: AbortController
  /** Resolves when its last event is stored or given up. */
  done: Promise<void>
  readers: number
  /** Set when the run was started for a reader: without one it is cancelled after a while. */
  cancelAfterMs: number | null
  timer?: NodeJS.Timeout | undefined
}

/** Counts readers, so that a run nobody waits for any more ends, but a reader who lost the connection can come back. */
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
