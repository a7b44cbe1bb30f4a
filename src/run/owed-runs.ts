import { EngineError } from '../contract/errors.ts'
import type { Journal } from '../store/event/journal.ts'
import type { AbandonedRun } from '../store/run/run-rows.ts'
import type { Store } from '../store/store.ts'
import { endAbandoned, type OwedEnd } from './abandoned.ts'
import { type RunToBegin, requestToBegin } from './begin-again.ts'

export interface OwedParts {
  store: Pick<Store, 'events' | 'runs'>
  journal: Pick<Journal, 'wake'>
  /** Whether this engine works on a run. */
  isLive(runId: string): boolean
  /** Begins an abandoned run again; absent in an engine that will not live long. */
  beginAgain?: ((wanted: RunToBegin) => Promise<unknown>) | undefined
  clock(): number
  onTrouble(error: unknown): void
}

/** Runs that nobody works on: of dead engines, and those whose store failed. They are begun again or get their end. */
export function createOwedRuns({ store, journal, isLive, beginAgain, clock, onTrouble }: OwedParts) {
  const lost = new Map<string, OwedEnd>()
  const begun = new Map<string, Promise<void>>()

  async function end(run: OwedEnd): Promise<void> {
    // One run that cannot be ended must not keep the others from their ends.
    await endAbandoned(run, { rows: store.events, now: clock() }).then(() => {
      lost.delete(run.runId)
      journal.wake(run)
    }, onTrouble)
  }

  /** A passing trouble is tried again with a later beat; everything else ends the run. */
  async function begin(wanted: RunToBegin): Promise<void> {
    try {
      await beginAgain?.(wanted)
    } catch (reason) {
      const error = reason instanceof EngineError ? reason.toInfo() : undefined
      if (error?.retry || error?.code === 'RUN_TAKEN') return
      if (!error) onTrouble(reason)
      await end({ ...wanted.run, ...(error && { error }) })
    } finally {
      begun.delete(wanted.run.runId)
    }
  }

  async function meet(run: AbandonedRun): Promise<void> {
    const request = await requestToBegin(run, store.events)
    if (!request) await end(run)
    // Not awaited: the lease has to be renewed meanwhile.
    else begun.set(run.runId, begin({ run, request }))
  }

  return {
    has: (runId: string): boolean => lost.has(runId),
    /** The store refused a run of this engine: its end is written when the store is back. */
    lose({ runId, userId, startedAt, turn }: OwedEnd, error: EngineError): void {
      // The engine that took the run from this one ends it.
      if (error.code !== 'RUN_TAKEN') lost.set(runId, { runId, userId, startedAt, turn, error: error.toInfo() })
    },
    async settle(): Promise<void> {
      for (const run of lost.values()) if (!isLive(run.runId)) await end(run)
      for (const run of await store.runs.abandoned(clock())) {
        if (!isLive(run.runId) && !begun.has(run.runId)) await meet(run).catch(onTrouble)
      }
    },
    /** Resolves when no run is about to be begun. */
    quiet: async (): Promise<void> => void (await Promise.all(begun.values())),
  }
}
