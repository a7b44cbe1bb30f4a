import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFileBlobs } from '../../store/blob/file-blobs.ts'
import { openSqlite } from '../../store/database/sqlite.ts'
import { createRun, type OpenStore } from '../../store/in-store.ts'
import { outputSegment, runEnd, type SampleRun, stageStart } from '../../store/run/sample-run.ts'
import { createRunDeletion } from './delete-runs.ts'

/** A real store with files of output, and the deletion of its runs. */
export async function withRuns<T>(use: (tools: RunTools) => Promise<T>, open?: OpenStore): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'anneal-runs-'))
  const openStore = open ?? (() => openSqlite({ file: join(directory, 'anneal.db') }))
  const store = await openStore()
  try {
    return await use(await toolsOf(store, { directory, openStore }))
  } finally {
    await store.close()
    await rm(directory, { recursive: true })
  }
}

export type RunTools = Awaited<ReturnType<typeof toolsOf>>

async function toolsOf(
  store: Awaited<ReturnType<OpenStore>>,
  { directory, openStore }: { directory: string; openStore: OpenStore },
) {
  const blobs = await createFileBlobs({ directory: join(directory, 'blobs'), limitBytes: 10_000_000 })
  const deletion = createRunDeletion({
    ...{ rows: store.retention, outputs: store.outputs, removeOutput: blobs.remove, clock: Date.now },
  })
  /** Writes output in the order of a run's writer: the row, the bytes, the event. */
  async function writeOutput(run: SampleRun, text: string): Promise<string> {
    const bytes = Buffer.from(text)
    const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
    await store.outputs.begin({ runId: run.runId, hash, bytes: bytes.length })
    await blobs.put(bytes)
    await store.events.append([{ ...outputSegment(run, 2, 3), deltas: null, blob: hash }])
    return hash
  }
  async function endedRun(known: Partial<SampleRun> = {}, output?: string): Promise<SampleRun> {
    const run = await createRun(store, known)
    await store.events.append([stageStart(run, 1)])
    if (output !== undefined) await writeOutput(run, output)
    await store.events.append([runEnd(run, 4)])
    return run
  }
  const left = async (userId: string) =>
    (await store.runs.list({ userId, limit: 1000 })).map(({ runId }) => runId).toReversed()
  /** The deletion events on the stream of a user. */
  async function deleted(userId: string) {
    const told = await store.events.readUser(userId, { after: { writtenIn: 0, position: 0 }, limit: 1000 })
    return told.flatMap(({ entry }) => (entry.type === 'run.deleted' ? [{ runId: entry.runId, why: entry.why }] : []))
  }
  return { store, blobs, deletion, deleted, writeOutput, endedRun, left, openStore }
}
