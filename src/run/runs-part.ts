import type { Config } from '../config/settings.ts'
import type { RunSummary } from '../contract/api.ts'
import type { RunEvent } from '../contract/event.ts'
import type { Ground } from '../contract/ground.ts'
import type { Part } from '../contract/part.ts'
import type { RunResult } from '../contract/run.ts'
import type { Blobs } from '../store/blob/blobs.ts'
import type { Journal } from '../store/event/journal.ts'
import type { RunFilter } from '../store/run/run-page.ts'
import type { Store } from '../store/store.ts'
import type { RunToBegin } from './begin-again.ts'
import { createDebugCode, type DebugCode } from './debug-code.ts'
import type { OpenedFile, WantedFile } from './run-file.ts'
import { createRuns } from './runs.ts'
import { createRun, type Run, type StartNeeds } from './start-run.ts'

export interface RunNeeds extends Ground, Omit<StartNeeds, 'start'> {
  config: Config
  store: Store
  blobs: Blobs
  journal: Journal
  engineId: string
  /** Whether the engine ends with one program: it begins no run of a dead engine again. */
  isBrief: boolean
}

/** The runs that were started. Another user's run does not exist: RUN_NOT_FOUND. */
export interface Runs {
  get(runId: string, userId: string): Promise<RunResult>
  /** Newest first; with `search` those that have it in their title or id. */
  list(filter: RunFilter): Promise<RunSummary[]>
  events(
    runId: string,
    options: { userId: string; afterSeq: number; signal: AbortSignal },
  ): Promise<AsyncIterable<RunEvent>>
  /** A file that the run wrote; throws PATH_NOT_FOUND where it kept none of that path. */
  file(runId: string, userId: string, wanted: WantedFile): Promise<OpenedFile>
  /**
   * Answers when the run has ended, or after a while when the engine that runs it, or ends it for a dead one, takes too
   * long.
   */
  cancel(runId: string, userId: string): Promise<RunSummary>
  /** Renews the lease, and writes the endings that are owed: of dead engines, and of runs whose store failed. */
  beat(): Promise<void>
}

export interface RunsApi {
  run: Run
  runs: Runs
  debugCode: DebugCode
}

/** Opens the life of runs; closing lets running ones finish for `shutdownGraceMs` and ends the rest. */
export async function runsPart(needs: RunNeeds): Promise<Part<RunsApi>> {
  const { config, newId } = needs
  const { leaseMs, reconnectGraceMs } = config
  const beginAgain = ({ run: abandoned, request }: RunToBegin): Promise<unknown> =>
    run(request, { userId: abandoned.userId, abandoned })
  const runs = createRuns({
    ...{ ...needs, leaseMs, reconnectGraceMs, newRunId: () => newId('run') },
    ...(!needs.isBrief && { beginAgain }),
  })
  const run = createRun({ ...needs, start: runs.start })
  await runs.beat()
  return {
    api: { run, runs, debugCode: createDebugCode(run, needs.detect) },
    beat: runs.beat,
    close: () => runs.stop(config.shutdownGraceMs),
  }
}
