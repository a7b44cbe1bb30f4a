import { setTimeout as delay } from 'node:timers/promises'
import type { RunSummary } from '../contract/api.ts'
import { EngineError } from '../contract/errors.ts'
import type { RunEvent } from '../contract/event.ts'
import { applyEvent, emptyRun, reduceRun } from '../contract/reduce-run.ts'
import type { RunResult } from '../contract/run.ts'
import { runLoop } from '../pipeline/loop.ts'
import type { Loop } from '../pipeline/loop-parts.ts'
import type { Blobs } from '../store/blob/blobs.ts'
import type { Journal } from '../store/event/journal.ts'
import type { RunFilter } from '../store/run/run-page.ts'
import type { AbandonedRun, NewRun, RunRow } from '../store/run/run-rows.ts'
import type { Store } from '../store/store.ts'
import type { OwedEnd } from './abandoned.ts'
import { fingerprintOf, nextTurn } from './begin-again.ts'
import { createFileKeeper } from './keep-files.ts'
import { attend, type LiveRun } from './live-runs.ts'
import { createOwedRuns, type OwedParts } from './owed-runs.ts'
import { openRunFile, type WantedFile } from './run-file.ts'

export interface RunsParts extends Pick<OwedParts, 'beginAgain'> {
  store: Store
  blobs: Blobs
  config: { runFiles: number; runFilesBytes: number; blobBytes: number }
  journal: Journal
  engineId: string
  leaseMs: number
  reconnectGraceMs: number
  clock(): number
  newRunId(): string
  onTrouble(error: unknown): void
}

export interface StartedRun {
  runId: string
  /** From the first event to `run.end`, or until `signal` aborts. */
  events(signal?: AbortSignal): AsyncIterable<RunEvent>
  /** The whole result once the run has ended; nothing that the run does rejects it. */
  result: Promise<RunResult>
}

export type StartOptions = Omit<Loop, 'runId' | 'emit' | 'signal' | 'again'> & {
  /** The run to begin again, instead of a new one. */
  abandoned?: AbandonedRun | undefined
  signal: AbortSignal
  /** The events go to a reader who may reconnect: without a reader for a while the run is cancelled. */
  forReader: boolean
}

/** Interval at which a run of another engine is looked at. */
const LOOK_MS = 100

/** A reader of a run that ended here may still be reading from the store: the engine stays open this long for it. */
const READ_ON_MS = 5000

const NEVER = new AbortController().signal

/** Starts, follows and ends runs; writes the endings that other engines could not write. */
export function createRuns(parts: RunsParts) {
  const { store, journal, clock } = parts
  const live = new Map<string, LiveRun>()
  const owed = createOwedRuns({ ...parts, isLive: (runId) => live.has(runId) })
  const reading = new Set<Promise<void>>()
  const results = new Set<Promise<unknown>>()
  /** Readers of runs of other engines come back to those. */
  const leaving = new AbortController()
  let stopping = false
  let isOver = false
  let beating = Promise.resolve()

  async function start(options: StartOptions): Promise<StartedRun> {
    if (stopping) throw new EngineError('SERVER_STOPPING', {})
    const { userId, signal, forReader, abandoned, ...loop } = options
    const { engineId } = parts
    const next = abandoned && (await nextTurn(abandoned, { rows: store.events, now: clock() }))
    const row = abandoned
      ? { ...abandoned, engineId }
      : { runId: parts.newRunId(), userId, engineId, startedAt: clock() }
    const run = await register(row, {
      cancelAfterMs: forReader ? parts.reconnectGraceMs : null,
      created: () => (abandoned ? take(abandoned) : create({ ...row, request: options.request })),
    })
    options.session?.begin(row.runId)
    const onAbort = () => run.abort.abort(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    const writer = journal.open({
      runId: row.runId,
      sessionId: options.session?.id ?? null,
      userId,
      ...next,
      onLost: (error) => lose({ turn: 0, ...row, ...next }, error),
    })
    // Counts as a reader that left, until the real reader comes.
    attend(run)()
    const result = resultOf(journal.read(row.runId, { afterSeq: 0, signal: NEVER }))
    const { runId } = row
    const keeper = createFileKeeper({ ...parts, runId })
    const own = { runId, userId, keeper, emit: writer.emit, signal: run.abort.signal }
    run.done = runLoop({ ...loop, ...own, again: next?.again })
      .then(() => writer.settled())
      .finally(() => {
        signal.removeEventListener('abort', onAbort)
        // A reader who leaves from now on ends nothing.
        run.cancelAfterMs = null
        clearTimeout(run.timer)
        live.delete(row.runId)
        options.admission.leave()
        void options.session?.leave().catch(parts.onTrouble)
      })
    // A caller who only reads the events never awaits the result.
    const told = result.catch(() => {}).finally(() => results.delete(told))
    results.add(told)
    return { runId: row.runId, events: (reader = NEVER) => follow(row.runId, 0, reader), result }
  }

  /** The run is counted before it is stored, so that an engine that stops waits for it. */
  async function register(
    row: NewRun,
    { cancelAfterMs, created: store }: { cancelAfterMs: number | null; created(): Promise<void> },
  ): Promise<LiveRun> {
    const created = store()
    const done = created.catch(() => {})
    const run: LiveRun = { userId: row.userId, abort: new AbortController(), done, readers: 0, cancelAfterMs }
    live.set(row.runId, run)
    try {
      await created
      return run
    } catch (error) {
      live.delete(row.runId)
      throw error
    }
  }

  async function create({ request, ...row }: NewRun & Pick<Loop, 'request'>): Promise<void> {
    const { webhook } = request
    // First, so that no run is without the webhook that was asked for.
    if (webhook) await store.webhooks.add({ ...row, ...webhook, createdAt: row.startedAt })
    await store.runs.create({ ...row, fingerprint: fingerprintOf(request) ?? null })
  }

  async function take({ runId, turn }: AbandonedRun): Promise<void> {
    if (!(await store.runs.take({ runId, turn, engineId: parts.engineId })))
      throw new EngineError('RUN_TAKEN', { runId })
  }

  /** The store refuses this run for good: its program is ended now, its end is written when the store is back. */
  function lose(row: OwedEnd, reason: unknown): void {
    const { runId } = row
    const error = reason instanceof EngineError ? reason : new EngineError('INTERNAL', { requestId: runId })
    owed.lose(row, error)
    parts.onTrouble(new Error(`the story of run ${runId} cannot be stored`, { cause: reason }))
    live.get(runId)?.abort.abort(error)
  }

  async function* follow(runId: string, afterSeq: number, signal: AbortSignal): AsyncGenerator<RunEvent> {
    const run = live.get(runId)
    const leave = run ? attend(run) : () => {}
    const { promise: read, resolve } = Promise.withResolvers<void>()
    reading.add(read)
    try {
      yield* journal.read(runId, { afterSeq, signal: run ? signal : AbortSignal.any([signal, leaving.signal]) })
    } finally {
      leave()
      reading.delete(read)
      resolve()
    }
  }

  /** Runs of one user do not exist for another. */
  async function owned(runId: string, userId: string): Promise<RunRow> {
    const row = await store.runs.get(runId)
    if (row?.userId !== userId) throw new EngineError('RUN_NOT_FOUND', { runId })
    return row
  }

  /** The engine that runs it looks at each beat of its lease; when that engine is dead, another one ends the run. */
  async function cancelElsewhere(runId: string): Promise<void> {
    await store.runs.askCancel(runId, clock())
    const end = performance.now() + 2 * parts.leaseMs
    while (performance.now() < end) {
      await delay(LOOK_MS)
      if ((await store.runs.get(runId))?.state !== 'running') return
    }
  }

  /** Renews the lease, and writes the endings that are owed: of dead engines, and of runs whose store failed. */
  async function beat(): Promise<void> {
    if (isOver) return
    const done = beatOnce()
    beating = done.catch(() => {})
    await done
  }

  async function beatOnce(): Promise<void> {
    await store.leases.renew(parts.engineId, clock() + parts.leaseMs)
    if (live.size > 0) for (const runId of await store.runs.cancelAsked(parts.engineId)) live.get(runId)?.abort.abort()
    await owed.settle()
  }

  return {
    start,
    beat,
    async get(runId: string, userId: string): Promise<RunResult> {
      const { startedAt } = await owned(runId, userId)
      try {
        const story = reduceRun(await journal.history(runId))
        // A run is known by its row alone until its first event is stored, or when its engine died before that.
        return story.runId === '' ? { ...story, runId, startedAt } : story
      } finally {
        // A run that is deleted while it is read does not exist; half a result is never given.
        await owned(runId, userId)
      }
    },
    file: (runId: string, userId: string, wanted: WantedFile) =>
      openRunFile({ ...parts, row: () => owned(runId, userId) }, wanted),
    list: (filter: RunFilter): Promise<RunSummary[]> => store.runs.list(filter).then((rows) => rows.map(summaryOf)),
    async events(runId: string, options: { userId: string; afterSeq: number; signal: AbortSignal }) {
      const { state } = await owned(runId, options.userId)
      // A reader who has seen the end of a run would wait for ever for another event.
      if (state === 'ended') return journal.stored(runId, options.afterSeq)
      return follow(runId, options.afterSeq, options.signal)
    },
    /** Answers when the run has ended, or after a while when the engine that runs it, or ends it for a dead one, takes too long. */
    async cancel(runId: string, userId: string): Promise<RunSummary> {
      const { state } = await owned(runId, userId)
      const run = live.get(runId)
      run?.abort.abort()
      if (run) await run.done
      // A lost run has no program any more; only its end is still to be stored, so there is nothing to cancel
      // elsewhere.
      else if (state === 'running' && !owed.has(runId)) await cancelElsewhere(runId)
      return summaryOf(await owned(runId, userId))
    },
    /** Accepts no more runs, lets running ones finish for a while, then ends them. */
    async stop(graceMs: number): Promise<void> {
      stopping = true
      await owed.quiet()
      const grace = setTimeout(() => {
        for (const run of live.values()) run.abort.abort(new EngineError('RUN_INTERRUPTED', {}))
      }, graceMs)
      while (live.size > 0) await Promise.allSettled([...live.values()].map((run) => run.done))
      clearTimeout(grace)
      // A result may still be read from the store after its run has ended.
      await Promise.all(results)
      leaving.abort()
      const allRead = new AbortController()
      const patience = delay(READ_ON_MS, undefined, { signal: allRead.signal }).catch(() => {})
      await Promise.race([Promise.all(reading), patience])
      allRead.abort()
      // A beat that is under way would renew the lease.
      isOver = true
      await beating
      await store.leases.release(parts.engineId)
    },
  }
}

async function resultOf(events: AsyncIterable<RunEvent>): Promise<RunResult> {
  const run = emptyRun()
  for await (const event of events) applyEvent(run, event)
  return run
}

function summaryOf({ userId: _, engineId: __, ...summary }: RunRow): RunSummary {
  return summary
}
