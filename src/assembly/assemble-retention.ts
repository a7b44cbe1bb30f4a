import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../config/settings.ts'
import { EngineError } from '../contract/errors.ts'
import { createRunDeletion } from '../run/delete-runs.ts'
import { type PruneChoice, pruneRuns } from '../run/prune-runs.ts'
import { createRunSweeper } from '../run/run-sweeper.ts'
import type { Blobs } from '../store/blob/blobs.ts'
import type { Store } from '../store/store.ts'
import { type EraseParts, eraseUser } from './erase-user.ts'

export interface RetentionAssembly extends Omit<EraseParts, 'store' | 'deletion'> {
  config: Config
  store: Store
  /** Content of the journal. */
  blobs: Blobs
  engineId: string
  /** A process that runs one thing and ends leaves the sweep to the next server. */
  isBrief: boolean
  clock(): number
  onTrouble(error: unknown): void
}

/** A server that starts has other things to do first. */
const FIRST_SWEEP_MS = 10_000
const SWEEP_MS = 3_600_000

/** Deleting runs and users, and the sweep that deletes by itself. */
export function assembleRetention(parts: RetentionAssembly) {
  const { config, store, blobs, clock, engineId } = parts
  const deletion = createRunDeletion({
    ...{ rows: store.retention, outputs: store.outputs, removeOutput: blobs.remove, clock },
  })
  const sweeper = createRunSweeper({
    ...{ rows: store.retention, deletion, engineId, clock },
    keep: { days: config.retentionDays, runs: config.retentionRuns, bytes: config.retentionBytes },
    pause: (ms, signal) => wait(ms, undefined, { signal }).catch(() => {}),
  })
  const closing = new AbortController()
  let sweeping = Promise.resolve()
  const sweep = () => {
    sweeping = sweeping.then(() => sweeper.sweep(closing.signal)).catch(parts.onTrouble)
    return sweeping
  }
  const timers = parts.isBrief ? [] : [setTimeout(sweep, FIRST_SWEEP_MS), setInterval(sweep, SWEEP_MS)]
  for (const timer of timers) timer.unref()

  return {
    /** One user's runs do not exist for another. */
    async deleteRun(runId: string, userId: string): Promise<void> {
      const run = await store.runs.get(runId)
      const removed = run?.userId === userId && (await deletion.remove(runId, 'asked'))
      if (!removed) throw new EngineError('RUN_NOT_FOUND', { runId })
      await deletion.release()
    },
    pruneRuns: (choice: PruneChoice) => pruneRuns(deletion, choice),
    eraseUser: (userId: string) => eraseUser({ ...parts, deletion }, userId),
    /** What happens by itself every hour. */
    sweep,
    async close(): Promise<void> {
      for (const timer of timers) clearTimeout(timer)
      closing.abort()
      await sweeping
    },
  }
}
