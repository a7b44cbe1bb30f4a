import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../../config/settings.ts'
import { EngineError } from '../../contract/errors.ts'
import type { Part } from '../../contract/part.ts'
import type { Blobs } from '../../store/blob/blobs.ts'
import type { Store } from '../../store/store.ts'
import { createRunDeletion } from './delete-runs.ts'
import { type EraseParts, eraseUser } from './erase-user.ts'
import { pruneRuns } from './prune-runs.ts'
import type { RetentionApi } from './retention-api.ts'
import { retentionRoutes } from './retention-routes.ts'
import { createRunSweeper } from './run-sweeper.ts'

export interface RetentionNeeds extends Omit<EraseParts, 'store' | 'deletion'> {
  config: Pick<Config, 'retentionDays' | 'retentionRuns' | 'retentionBytes'>
  store: EraseParts['store'] & Pick<Store, 'runs' | 'outputs'>
  /** Content of the journal. */
  blobs: Blobs
  engineId: string
  /** A process that runs one program and ends leaves the sweep to the next server. */
  isBrief: boolean
  onTrouble(error: unknown): void
}

/** The first sweep waits until the start of the server is over. */
const FIRST_SWEEP_MS = 10_000
const SWEEP_MS = 3_600_000

/** Deletes runs and users on request, and sweeps periodically. */
export function retentionPart(needs: RetentionNeeds): Part<RetentionApi> {
  const { config, store, blobs, clock, engineId } = needs
  let forgetting: Promise<void> = Promise.resolve()
  async function forgetRun(runId: string): Promise<void> {
    const run = await store.runs.get(runId)
    if (!run || run.outcome === null) return
    await needs.playbooks.forgetRun(runId, run.userId)
    await needs.memory.forgetRun(runId, run.userId)
    await needs.results.forgetRun(runId, run.userId)
  }
  const deletion = createRunDeletion({
    ...{ rows: store.retention, outputs: store.outputs, removeOutput: blobs.remove, clock },
    // One after the other: of two runs behind a lesson, the second takes it along.
    forget(runId) {
      forgetting = forgetting.catch(() => {}).then(() => forgetRun(runId))
      return forgetting
    },
  })
  const sweeper = createRunSweeper({
    ...{ rows: store.retention, deletion, engineId, clock },
    keep: { days: config.retentionDays, runs: config.retentionRuns, bytes: config.retentionBytes },
    pause: (ms, signal) => wait(ms, undefined, { signal }).catch(() => {}),
  })
  const closing = new AbortController()
  let sweeping = Promise.resolve()
  const sweep = () => {
    sweeping = sweeping.then(() => sweeper.sweep(closing.signal)).catch(needs.onTrouble)
    return sweeping
  }
  const timers = needs.isBrief ? [] : [setTimeout(sweep, FIRST_SWEEP_MS), setInterval(sweep, SWEEP_MS)]
  for (const timer of timers) timer.unref()

  const api: RetentionApi = {
    async deleteRun(runId, userId) {
      const run = await store.runs.get(runId)
      const removed = run?.userId === userId && (await deletion.remove(runId, 'asked'))
      if (!removed) throw new EngineError('RUN_NOT_FOUND', { runId })
      await deletion.release()
    },
    pruneRuns: (choice) => pruneRuns(deletion, choice),
    eraseUser: (userId) => eraseUser({ ...needs, deletion }, userId),
    sweep,
  }
  return {
    api,
    routes: retentionRoutes(api),
    async close() {
      for (const timer of timers) clearTimeout(timer)
      closing.abort()
      await sweeping
    },
  }
}
