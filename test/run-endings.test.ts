import { expect, test } from 'vitest'
import type { RunSummary } from '../src/contract/api.ts'
import { EngineError } from '../src/contract/errors.ts'
import type { RunEvent } from '../src/contract/event.ts'
import { type TestEngine, withEngine } from './support/engine.ts'
import { eventsOf } from './support/events.ts'
import { markedSleep, processesWith, until, untilGone, untilStarted } from './support/processes.ts'
import { providerWith } from './support/provider.ts'
import { withHome } from './support/temporary-home.ts'

const STREAM = { accept: 'text/event-stream' }

async function startStream({ call }: TestEngine, body: object) {
  const response = await call('/v1/runs', { headers: STREAM, body })
  expect(response.status).toBe(200)
  return { runId: response.headers.get('x-run-id') ?? '', told: eventsOf(response) }
}

const cancel = async ({ call }: TestEngine, runId: string) =>
  (await (await call(`/v1/runs/${runId}/cancel`, { method: 'POST' })).json()) as RunSummary

async function expectOneEnd({ call }: TestEngine, told: RunEvent[]) {
  expect(told.filter(({ type }) => type === 'run.end')).toEqual([told.at(-1)])
  const { runId = '' } = told[0] ?? {}
  expect(await eventsOf(await call(`/v1/runs/${runId}/events`))).toEqual(told)
  for (const noun of ['stage', 'attempt']) {
    const count = (verb: string) => told.filter(({ type }) => type === `${noun}.${verb}`).length
    expect(count('start'), noun).toBe(count('end'))
  }
}

test('a running run that is cancelled ends once, as cancelled, and its program with it', async () => {
  await withEngine({}, async (tools) => {
    const sleep = markedSleep(30)
    const { runId, told } = await startStream(tools, { code: `echo begun; ${sleep} & ${sleep}`, language: 'bash' })
    await untilStarted(sleep, 2)
    expect(await cancel(tools, runId)).toMatchObject({ runId, state: 'ended', outcome: 'cancelled' })
    expect(await processesWith(sleep)).toEqual([])
    await expectOneEnd(tools, await told)
    expect((await told).at(-1)).toMatchObject({ outcome: 'cancelled' })
    expect((await told).some((event) => event.type === 'output.delta' && event.text === 'begun\n')).toBe(true)
    expect(await cancel(tools, runId), 'again').toMatchObject({ state: 'ended', outcome: 'cancelled' })
  })
})

test('a run that is cancelled while it waits for a sandbox ends once, and never starts', async () => {
  await withEngine({ env: { ANNEAL_CONCURRENT_RUNS: '1' } }, async (tools) => {
    const [first, second] = [markedSleep(30), markedSleep(30)]
    const working = await startStream(tools, { code: first, language: 'bash' })
    await untilStarted(first)
    const waiting = await startStream(tools, { code: second, language: 'bash' })
    expect(await cancel(tools, waiting.runId)).toMatchObject({ outcome: 'cancelled' })
    await expectOneEnd(tools, await waiting.told)
    expect(await processesWith(second)).toEqual([])
    expect(await processesWith(first)).not.toEqual([])
    await cancel(tools, working.runId)
    await expectOneEnd(tools, await working.told)
    const last = await startStream(tools, { code: 'true', language: 'bash' })
    expect((await last.told).at(-1)).toMatchObject({ outcome: 'ok' })
  })
})

test('cancelling between two blocks starts no further block', async () => {
  await withEngine({}, async (tools) => {
    const sleep = markedSleep(30)
    const { runId, told } = await startStream(tools, {
      text: `\`\`\`bash\n${sleep}\n\`\`\`\n\`\`\`bash\necho two\n\`\`\``,
    })
    await untilStarted(sleep)
    await cancel(tools, runId)
    expect((await told).filter(({ type }) => type === 'attempt.start').length).toBe(1)
    await expectOneEnd(tools, await told)
  })
})

test('many callers who cancel one run at once all get the same answer', async () => {
  await withEngine({}, async (tools) => {
    const sleep = markedSleep(30)
    const { runId, told } = await startStream(tools, { code: sleep, language: 'bash' })
    await untilStarted(sleep)
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(tools, runId)))
    expect(new Set(answers.map(({ outcome, durationMs }) => `${outcome} ${durationMs}`)).size).toBe(1)
    await expectOneEnd(tools, await told)
  })
})

test('a bug inside a sandbox provider ends the run by INTERNAL: only the log has the stack, under the same id', async () => {
  const sandbox = providerWith({
    name: 'broken',
    create: async () => {
      throw new TypeError('wires crossed')
    },
  })
  await withEngine({ overrides: { sandbox } }, async (tools) => {
    const { told } = await startStream(tools, { code: 'true', language: 'bash' })
    await expectOneEnd(tools, await told)
    const end = (await told).at(-1)
    if (end?.type !== 'run.end') throw new Error('no end')
    expect(end).toMatchObject({ outcome: 'error', error: { code: 'INTERNAL', retry: false } })
    expect(JSON.stringify(await told)).not.toContain('wires')
    const requestId = /req[0-9a-v]{21}/.exec(end.error?.message ?? '')?.[0]
    const lines = tools.logs.filter((line) => line.requestId === requestId)
    const stack = expect.stringContaining('run-endings.test.ts')
    expect(lines).toMatchObject([{ msg: 'unexpected error', err: { message: 'wires crossed', stack } }])
    const kept = await (await tools.call(`/v1/runs/${end.runId}`)).text()
    expect(kept).toContain(requestId)
    expect(kept).not.toContain('wires')
  })
})

test('a failing sandbox provider ends the run by its name', async () => {
  const sandbox = providerWith({
    name: 'lost',
    create: async () => {
      throw new EngineError('SANDBOX_UNAVAILABLE', { reason: 'the room is gone', remedy: 'Build another.' })
    },
  })
  await withEngine({ overrides: { sandbox } }, async (tools) => {
    const { told } = await startStream(tools, { code: 'true', language: 'bash' })
    await expectOneEnd(tools, await told)
    expect((await told).at(-1)).toMatchObject({
      outcome: 'error',
      error: { code: 'SANDBOX_UNAVAILABLE', hint: 'Build another.' },
    })
    expect(tools.logs.filter((line) => line.msg === 'unexpected error')).toEqual([])
  })
})

test('closing the engine ends running runs as interrupted, for their readers too, with nothing left running', async () => {
  const sleep = markedSleep(30)
  const told = await withEngine({ env: { ANNEAL_SHUTDOWN_GRACE_MS: '100' } }, async (tools) => {
    const run = await startStream(tools, { code: sleep, language: 'bash' })
    await untilStarted(sleep)
    return run
  }).then(({ told }) => told)
  expect(told.at(-1)).toMatchObject({
    type: 'run.end',
    outcome: 'error',
    error: { code: 'RUN_INTERRUPTED', retry: true },
  })
  await untilGone(sleep)
})

test('a run that begins while the engine closes is refused or ended, never left behind', async () => {
  for (let turns = 0; turns < 12; turns++) {
    await withHome(async (home) => {
      const ending = await startAndClose(home, turns)
      if (ending instanceof EngineError) expect(ending.code).toBe('SERVER_STOPPING')
      else expect(ending).toMatchObject({ error: { code: 'RUN_INTERRUPTED' } })
      await withEngine({ home }, async ({ engine }) => {
        for (const { runId, state } of await engine.runs.list({ userId: 'ada', limit: 10 })) {
          expect(state).toBe('ended')
          expect(await engine.runs.get(runId, 'ada')).toEqual(ending)
        }
      })
    })
  }
})

/** Closes the engine this many turns of the event loop after the request for a run: each finds it in another state. */
async function startAndClose(home: string, turns: number): Promise<unknown> {
  const [started] = await withEngine({ home }, async ({ engine }) => {
    await engine.health()
    const run = engine.run({ code: 'sleep 5', language: 'bash' }, { userId: 'ada' })
    const ending = run.then(({ result }) => result).catch((error) => error)
    for (let turn = 0; turn < turns; turn++) await undefined
    return [ending]
  })
  return started
}

test('no slot is busy and nothing waits after any of these endings', async () => {
  await withEngine({ env: { ANNEAL_CONCURRENT_RUNS: '2' } }, async (tools) => {
    const sleep = markedSleep(30)
    const runs = await Promise.all(
      Array.from({ length: 6 }, () => startStream(tools, { code: sleep, language: 'bash' })),
    )
    await untilStarted(sleep, 2)
    await Promise.all(runs.map(({ runId }) => cancel(tools, runId)))
    await until('idle', async () => (await tools.engine.health()).components.queue?.detail === '0 running, 0 waiting')
    await untilGone(sleep)
  })
})
