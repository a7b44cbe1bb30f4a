import { join } from 'node:path'
import { makeId } from '../../src/contract/id.ts'
import type { RunRequest } from '../../src/contract/run.ts'
import { languages } from '../../src/language/languages.ts'
import { createDetect } from '../../src/pipeline/detect/detect.ts'
import { createExecute } from '../../src/pipeline/execute/execute.ts'
import { NO_QUALITY } from '../../src/pipeline/quality.ts'
import { createReading } from '../../src/pipeline/reading/reading-jobs.ts'
import { createRuns } from '../../src/run/runs.ts'
import { createJail } from '../../src/sandbox/jail/jail.ts'
import { createSlots } from '../../src/sandbox/slots.ts'
import { createFileBlobs } from '../../src/store/blob/file-blobs.ts'
import { openSqlite } from '../../src/store/database/sqlite.ts'
import type { EventRows } from '../../src/store/event/event-rows.ts'
import { createJournal } from '../../src/store/event/journal.ts'
import type { Store } from '../../src/store/store.ts'
import { withHome } from './temporary-home.ts'

const limits = {
  timeoutMs: 30_000,
  memoryMb: 512,
  cpuPercent: 100,
  openFiles: 256,
  processes: 64,
  outputBytes: 10_000_000,
  diskMb: 10,
}

/** Runs as the engine starts them, with real sandboxes, on a real store whose events have other methods here and there. */
export function withFaultyStore(
  faults: (really: EventRows) => Partial<EventRows>,
  use: (tools: Awaited<ReturnType<typeof assemble>>) => Promise<void>,
): Promise<void> {
  return withHome(async (home) => {
    const store = await openSqlite({ file: join(home, 'anneal.db') })
    try {
      await use(await assemble({ ...store, events: { ...store.events, ...faults(store.events) } }, home))
    } finally {
      await store.close()
    }
  })
}

/** These reading threads serve all stores of a test process. */
const reading = createReading()

async function assemble(store: Store, home: string) {
  const troubles: unknown[] = []
  const onTrouble = (error: unknown) => void troubles.push(error)
  const newId = () => makeId('run', Date.now(), crypto.getRandomValues(new Uint8Array(12)))
  const blobs = await createFileBlobs({ directory: join(home, 'blobs'), limitBytes: 10_000_000 })
  const journal = createJournal({
    rows: store.events,
    outputs: store.outputs,
    runs: store.runs,
    blobs,
    clock: Date.now,
    mask: (json) => json,
  })
  const timing = { leaseMs: 60_000, reconnectGraceMs: 60_000, clock: Date.now }
  const config = { runFiles: 10, runFilesBytes: 1_000_000, blobBytes: 1_000_000 }
  const runs = createRuns({ store, blobs, config, journal, engineId: 'engine', newRunId: newId, onTrouble, ...timing })
  await runs.beat()
  const bounds = { places: 4, queue: 10 }
  const slots = createSlots({ server: bounds, user: bounds, clock: Date.now })
  const execute = createExecute({
    sandbox: createJail({ execPath: process.execPath, newSandboxId: newId, cgroups: undefined }),
    finish: (work) => void work.catch(onTrouble),
    packageMounts: async () => [],
  })
  const stages = { detect: createDetect({ languages, reading }).stage, execute }
  const start = (request: RunRequest) =>
    runs.start({
      request,
      userId: 'ada',
      limits,
      attempts: 1,
      repair: 'safe',
      leastConfidence: 0,
      quality: NO_QUALITY,
      lanes: 1,
      admission: slots.admit('ada'),
      languages,
      stages,
      signal: new AbortController().signal,
      forReader: true,
      onBug: (error) => {
        throw error
      },
    })
  return { runs, start, store, troubles }
}
