import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { RunResult } from '../src/contract/run.ts'
import { changeDatabase, mend, refuseEvents } from './support/database.ts'
import { runCode } from './support/each-route.ts'
import { type TestEngine, withEngine } from './support/engine.ts'
import { eventsOf } from './support/events.ts'
import { expectError } from './support/expect-error.ts'
import { markedSleep, untilGone } from './support/processes.ts'
import { withHome } from './support/temporary-home.ts'

const STREAM = { accept: 'text/event-stream' }
/** More bytes of output than are held back before they are stored. */
const MUCH = 'head -c 400000 /dev/zero | tr "\\0" x'

const storyOf = async ({ call }: TestEngine, runId: string) =>
  (await (await call(`/v1/runs/${runId}`)).json()) as RunResult

/** A beat passes over running runs, and a reader hears of the end a moment before the run is put away. */
async function settledBeat({ engine }: TestEngine, runId: string) {
  await engine.runs.cancel(runId, 'ada')
  await engine.runs.beat()
}

test('a store that breaks in the middle ends the run for its reader and its program; the end is written when the store is back', async () => {
  await withEngine({}, async (tools) => {
    const sleep = markedSleep(30)
    refuseEvents(tools.home, 'output.segment')
    const stream = await tools.call('/v1/runs', {
      headers: STREAM,
      body: { code: `${MUCH}; ${sleep}`, language: 'bash' },
    })
    const runId = stream.headers.get('x-run-id') ?? ''
    const told = await eventsOf(stream)
    expect(told.filter(({ type }) => type === 'run.end')).toEqual([told.at(-1)])
    expect(told.at(-1)).toMatchObject({ outcome: 'error', error: { code: 'INTERNAL' } })
    await untilGone(sleep)
    expect(await storyOf(tools, runId)).toMatchObject({ state: 'running' })

    await settledBeat(tools, runId)
    expect(await storyOf(tools, runId), 'while the store takes other events').toMatchObject({
      state: 'ended',
      outcome: 'error',
    })
    mend(tools.home)
    const kept = await eventsOf(await tools.call(`/v1/runs/${runId}/events`))
    expect(kept.filter(({ type }) => type === 'run.end')).toEqual([kept.at(-1)])
    const [heard, written] = [told.at(-1), kept.at(-1)]
    expect(written?.seq, 'behind all that was ever told').toBeGreaterThan(heard?.seq ?? 0)
    expect(written?.type === 'run.end' && written.error).toEqual(heard?.type === 'run.end' && heard.error)
    expect(await runCode(tools, { code: 'true', language: 'bash' })).toMatchObject({ outcome: 'ok' })
  })
})

test('the log says why the events of a run were lost, under the id that its reader got', async () => {
  await withEngine({}, async (tools) => {
    refuseEvents(tools.home, 'attempt.end')
    const { runId, outcome, error } = await runCode(tools, { code: 'echo 1', language: 'bash' })
    expect(outcome).toBe('error')
    expect(error?.code).toBe('INTERNAL')
    const id = /\(request (\w+)\)/.exec(error?.message ?? '')?.[1] ?? 'none'
    const lines = tools.logs.map((line) => JSON.stringify(line)).filter((line) => line.includes(id))
    expect(lines.some((line) => line.includes('broken on purpose') && line.includes('"level":50'))).toBe(true)
    expect(JSON.stringify(error)).not.toContain('broken on purpose')
    expect(runId).not.toBe('')
  })
})

test('an end that cannot be written yet is owed until it can', async () => {
  await withEngine({}, async (tools) => {
    refuseEvents(tools.home, 'run.end')
    const { runId, error } = await runCode(tools, { code: 'echo 1', language: 'bash' })
    await settledBeat(tools, runId)
    expect(await storyOf(tools, runId)).toMatchObject({ state: 'running' })
    mend(tools.home)
    await settledBeat(tools, runId)
    const story = await storyOf(tools, runId)
    expect(story).toMatchObject({ state: 'ended', outcome: 'error', error })
    expect(story.blocks[0]?.attempts[0], 'what was stored stays').toMatchObject({ code: 'echo 1' })
    await settledBeat(tools, runId)
    expect(await storyOf(tools, runId)).toEqual(story)
  })
})

test('a reader of a run whose end is owed waits for it, and gets it', async () => {
  await withEngine({}, async (tools) => {
    refuseEvents(tools.home, 'run.end')
    const { runId } = await runCode(tools, { code: 'echo 1', language: 'bash' })
    const waiting = eventsOf(await tools.call(`/v1/runs/${runId}/events`))
    mend(tools.home)
    await settledBeat(tools, runId)
    expect((await waiting).at(-1)).toMatchObject({ type: 'run.end', outcome: 'error' })
  })
})

test('a run that cannot be stored at all is refused with the reason', async () => {
  await withEngine({}, async (tools) => {
    const fault = `create trigger fault before insert on run begin select raise(abort, 'broken on purpose'); end`
    changeDatabase(tools.home, fault)
    const response = await tools.call('/v1/runs', { body: { code: 'true', language: 'bash' } })
    const { error } = (await response.clone().json()) as { error: { message: string; requestId: string } }
    await expectError(response, 'INTERNAL')
    expect(error.message, 'one id, wherever it is told').toContain(error.requestId)
    const lines = tools.logs.filter((line) => line.requestId === error.requestId)
    expect(lines).toMatchObject([{ err: { message: 'broken on purpose', stack: expect.stringContaining('at ') } }])
    mend(tools.home)
    expect(await runCode(tools, { code: 'true', language: 'bash' })).toMatchObject({ outcome: 'ok' })
  })
})

test('output that cannot be written to the disk ends the run by the name of the failure', async () => {
  await withEngine({}, async (tools) => {
    await rm(join(tools.home, 'blobs'), { recursive: true })
    await writeFile(join(tools.home, 'blobs'), '')
    const { outcome, error } = await runCode(tools, { code: MUCH, language: 'bash' })
    expect(outcome).toBe('error')
    expect(error?.code).toMatch(/^(STORE|BLOB)_/)
  })
})

test('output that is missing on the disk is a named error for its run, and for no other', async () => {
  await withEngine({}, async (tools) => {
    const { runId } = await runCode(tools, { code: MUCH, language: 'bash' })
    const other = await runCode(tools, { code: 'echo 1', language: 'bash' })
    await damageBlobs(tools.home)
    await expectError(await tools.call(`/v1/runs/${runId}`), 'BLOB_DAMAGED')
    expect(await storyOf(tools, other.runId)).toEqual(other)
  })
})

test('damaged output of an interrupted run keeps no engine from starting, and no other run from its end', async () => {
  await withHome(async (home) => {
    const runs = await withEngine({ home }, async (tools) => {
      refuseEvents(home, 'run.end')
      return [
        await runCode(tools, { code: MUCH, language: 'bash' }),
        await runCode(tools, { code: 'echo 1', language: 'bash' }),
      ]
    })
    mend(home)
    await damageBlobs(home)
    await withEngine({ home }, async ({ engine }) => {
      const listed = await engine.runs.list({ userId: 'ada', limit: 10 })
      expect(listed.map(({ state }) => state)).toEqual(runs.map(() => 'ended'))
    })
  })
})

async function damageBlobs(home: string) {
  const files = await readdir(join(home, 'blobs'), { recursive: true, withFileTypes: true })
  const blobs = files.filter((file) => file.isFile())
  expect(blobs.length).toBeGreaterThan(0)
  for (const blob of blobs) await writeFile(join(blob.parentPath, blob.name), 'damaged')
}
