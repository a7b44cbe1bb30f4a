import type { DeletionReason } from '../../contract/retention.ts'
import type { AgePlace } from '../../store/retention/old-events.ts'
import type { RetentionRows } from '../../store/retention/retention-rows.ts'
import { isStillRunning, type RunDeletion } from './delete-runs.ts'
import { firstIdAt } from './prune-runs.ts'

/** Bounds on the runs that are kept; 0 sets no limit. */
export interface Retention {
  days: number
  /** Per user. */
  runs: number
  bytes: number
}

export interface SweeperParts {
  rows: RetentionRows
  deletion: RunDeletion
  engineId: string
  keep: Retention
  clock(): number
  /** Waits, unless the signal aborts. */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

const DAY_MS = 86_400_000
/** Runs of one step; they wait together, once, until their end is on the disk. */
const RUNS_AT_ONCE = 5
/** The sweep rests this many times as long as it worked: it takes a fifth of one thread at most. */
const RESTS = 4
const LEAST_PAUSE_MS = 1
/** A turn lasts longer than any step, and is extended long before it ends. */
const TURN_MS = 60_000

/** Deletes the runs beyond the limits on age, number and bytes: a few at a time, with a rest after each step. */
export function createRunSweeper(parts: SweeperParts) {
  const { rows, deletion, engineId, keep, clock } = parts

  async function sweepAll(inStep: InStep): Promise<void> {
    for (let left = await rows.unfinished(RUNS_AT_ONCE); left.length > 0; ) {
      for (const runId of left) await inStep(() => deletion.finish(runId))
      left = await rows.unfinished(RUNS_AT_ONCE)
    }
    const remove: Remove = (runIds, why) => inStep(() => Promise.all(runIds.map((runId) => removeEnded(runId, why))))
    if (keep.days > 0) {
      const before = clock() - keep.days * DAY_MS
      const limit = firstIdAt(before)
      for (let old = await rows.olderThan(limit, RUNS_AT_ONCE); old.length > 0; ) {
        await remove(old, 'age')
        old = await rows.olderThan(limit, RUNS_AT_ONCE)
      }
      for (let place: AgePlace | undefined = { at: 0, position: 0 }; place !== undefined; ) {
        const from: AgePlace = place
        await inStep(async () => {
          place = await rows.forgetOld(before, from)
        })
      }
    }
    if (keep.runs > 0 || keep.bytes > 0) {
      for (let user = await rows.nextUser(''); user !== undefined; user = await rows.nextUser(user)) {
        await sweepUser(user, remove)
      }
    }
    await inStep(deletion.release)
  }

  /** Counts from the newest run on; the newest itself stays, however large it is. */
  async function sweepUser(userId: string, remove: Remove) {
    let runs = 0
    let bytes = 0
    const beyond: Record<'count' | 'bytes', string[]> = { count: [], bytes: [] }
    for await (const run of deletion.runsOf(userId)) {
      runs++
      bytes += run.bytes
      const isTooMany = keep.runs > 0 && runs > keep.runs
      const isTooMuch = keep.bytes > 0 && bytes > keep.bytes && runs > 1
      if (!run.isEnded || !(isTooMany || isTooMuch)) continue
      const why = isTooMany ? 'count' : 'bytes'
      beyond[why].push(run.runId)
      if (beyond[why].length === RUNS_AT_ONCE) await remove(beyond[why].splice(0), why)
    }
    for (const why of ['count', 'bytes'] as const) await remove(beyond[why], why)
  }

  async function removeEnded(runId: string, why: DeletionReason): Promise<void> {
    await deletion.remove(runId, why).catch((error) => (isStillRunning(error) ? undefined : Promise.reject(error)))
  }

  return {
    /** Does nothing while another engine sweeps; ends early when the signal aborts. */
    async sweep(signal: AbortSignal): Promise<void> {
      const takeTurn = () => rows.takeTurn(engineId, { now: clock(), until: clock() + TURN_MS })
      if (!(await takeTurn())) return
      let renewAt = clock() + TURN_MS / 2
      try {
        await sweepAll(async (work) => {
          if (signal.aborted || (clock() >= renewAt && !(await takeTurn()))) throw new SweepOver()
          if (clock() >= renewAt) renewAt = clock() + TURN_MS / 2
          const began = performance.now()
          await work()
          await parts.pause(Math.max(LEAST_PAUSE_MS, RESTS * (performance.now() - began)), signal)
        })
      } catch (error) {
        if (!(error instanceof SweepOver)) throw error
      } finally {
        await rows.endTurn(engineId)
      }
    },
  }
}

type Remove = (runIds: readonly string[], why: DeletionReason) => Promise<void>
type InStep = (work: () => Promise<unknown>) => Promise<void>

/** The turn has ended, or the engine ends. */
class SweepOver extends Error {}
