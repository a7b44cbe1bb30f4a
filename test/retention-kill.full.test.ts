import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createRunDeletion } from '../src/capability/retention/delete-runs.ts'
import { createRunSweeper } from '../src/capability/retention/run-sweeper.ts'
import { createFileBlobs } from '../src/store/blob/file-blobs.ts'
import { openSqlite } from '../src/store/database/sqlite.ts'
import type { RunEntry } from '../src/store/event/journal-entry.ts'
import { createRun } from '../src/store/in-store.ts'
import { outputSegment, runEnd, stageStart } from '../src/store/run/sample-run.ts'
import { COMPILED } from './support/compiled.ts'
import { withHome } from './support/temporary-home.ts'

const DELETER = join(import.meta.dirname, 'support/run-deleter.ts')
const ROUNDS = 12
const RUNS = 40
/** More than are deleted at once. */
const EVENTS = 120
const LONGEST_LIFE_MS = 40

test(
  'a kill in the middle of deletions leaves no event without its output, and the next sweep leaves no output without its event',
  () =>
    withHome(async (directory) => {
      const store = await openSqlite({ file: join(directory, 'anneal.db') })
      const blobs = await createFileBlobs({ directory: join(directory, 'blobs'), limitBytes: 1_000_000 })
      const [clock, removeOutput] = [Date.now, blobs.remove]
      const deletion = createRunDeletion({
        rows: store.retention,
        outputs: store.outputs,
        removeOutput,
        clock,
      })
      const keep = { days: 0, runs: 0, bytes: 0 }
      const pause = () => wait(0)
      const sweeper = createRunSweeper({ rows: store.retention, deletion, engineId: 'engine', keep, clock, pause })
      const stories = new Map<string, RunEntry[]>()
      let halfDone = 0
      try {
        for (let round = 0; round < ROUNDS; round++) {
          const userId = `user-${round}`
          for (let n = 0; n < RUNS; n++) await writeRun(userId, n)
          const gone = await deleteUntilKilled(directory, userId)
          for (const runId of gone)
            assert.equal(await store.runs.get(runId), undefined, 'an acknowledged deletion is undone')
          const unfinished = await store.retention.unfinished(99)
          halfDone += unfinished.length
          for (const [runId, story] of stories) {
            const isSeen = (await store.runs.get(runId)) !== undefined
            const events = await store.events.read(runId, 0)
            for (const event of events) if ('blob' in event && event.blob) await blobs.get(event.blob)
            if (isSeen) assert.deepEqual(events, story)
            else if (!unfinished.includes(runId)) assert.deepEqual(typesOf(events), ['run.deleted'])
            if (!isSeen) stories.delete(runId)
          }
          await sweeper.sweep(new AbortController().signal)
          assert.deepEqual(await store.retention.unfinished(99), [])
          const needed = [...stories.values()]
            .flat()
            .flatMap((entry) => ('blob' in entry && entry.blob ? [entry.blob] : []))
          const files: string[] = []
          for await (const hash of blobs.list()) files.push(hash)
          assert.deepEqual(
            files.toSorted(),
            [...new Set(needed)].toSorted(),
            'output that no run needs, or none where one does',
          )
        }
      } finally {
        await store.close()
      }
      expect(halfDone).toBeGreaterThan(0)

      /** Each has output of its own, and some that it shares with its neighbours. */
      async function writeRun(userId: string, n: number) {
        const run = await createRun(store, { userId })
        const story: RunEntry[] = Array.from({ length: EVENTS }, (_, index) => stageStart(run, index + 1))
        for (const [index, output] of [run.runId, `${userId} ${Math.floor(n / 2)}`].entries()) {
          const bytes = Buffer.from(output.repeat(100))
          const hash = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
          await store.outputs.begin({ runId: run.runId, hash, bytes: bytes.length })
          await blobs.put(bytes)
          const seq = EVENTS + 1 + index
          story.push({ ...outputSegment(run, seq, seq), deltas: null, blob: hash })
        }
        story.push(runEnd(run, EVENTS + 3))
        await store.events.append(story)
        stories.set(run.runId, story)
      }
    }),
  180_000,
)

const typesOf = (entries: { type: string }[]) => entries.map(({ type }) => type)

/** Resolves to the ids of the runs whose deletion was acknowledged. */
async function deleteUntilKilled(directory: string, userId: string): Promise<string[]> {
  const deleter = spawn(process.execPath, [DELETER, directory, userId], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...COMPILED },
  })
  const ended = once(deleter, 'exit')
  const output = text(deleter.stdout)
  deleter.stdin.write('x')
  await Promise.race([once(deleter.stdout, 'data'), ended])
  await wait(Math.random() * LONGEST_LIFE_MS)
  deleter.kill('SIGKILL')
  assert.deepEqual(await ended, [null, 'SIGKILL'], 'the deleter ended by itself')
  return (await output).trimEnd().split('\n').slice(1)
}
