import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { RunResult } from '../src/contract/run.ts'
import { type TestEngine, withEngine } from './support/engine.ts'
import { expectError } from './support/expect-error.ts'
import { markedSleep, until, untilGone, untilStarted } from './support/processes.ts'
import { providerWith } from './support/provider.ts'

const bash = (code: string, more = {}) => ({ code, language: 'bash', ...more })
const queueIs = ({ engine }: TestEngine, running: number, waiting: number) =>
  until(`${running} run, ${waiting} wait`, async () => {
    const { components } = await engine.health()
    return components.queue?.detail === `${running} running, ${waiting} waiting`
  })

async function told(response: Promise<Response>): Promise<RunResult> {
  return (await (await response).json()) as RunResult
}

/** A run of ada's that keeps its sandbox until it is cancelled; `atWork` waits until it has one. */
async function hold({ engine }: TestEngine, { atWork = true } = {}) {
  const sleep = markedSleep(300)
  const { runId } = await engine.run(bash(sleep, { options: { limits: { timeoutMs: 300_000 } } }), { userId: 'ada' })
  if (atWork) await untilStarted(sleep)
  return () => engine.runs.cancel(runId, 'ada')
}

test('a user with a long queue delays the single run of another by one turn', async () => {
  await withEngine({ env: { ANNEAL_CONCURRENT_RUNS: '1', ANNEAL_ANALYSIS: 'false' } }, async (tools) => {
    const ended: string[] = []
    const run = async (name: 'ada' | 'ben') => {
      const { outcome } = await told(tools.call('/v1/runs', { body: bash('true'), key: tools.keys[name] }))
      expect(outcome).toBe('ok')
      ended.push(name)
    }
    const letGo = await hold(tools)
    const crowd = Array.from({ length: 12 }, () => run('ada'))
    await queueIs(tools, 1, 12)
    const single = run('ben')
    await queueIs(tools, 1, 13)
    await letGo()
    await Promise.all([...crowd, single])
    expect(ended.indexOf('ben')).toBe(1)
  })
})

test('one user’s sandboxes at work are limited, while those of others begin at once', async () => {
  await withEngine({ env: { ANNEAL_CONCURRENT_RUNS_PER_USER: '2' } }, async (tools) => {
    const held = [await hold(tools), await hold(tools), await hold(tools, { atWork: false })]
    await queueIs(tools, 2, 1)
    const other = await told(tools.call('/v1/runs', { body: bash('true'), key: tools.keys.ben }))
    expect(other.outcome).toBe('ok')
    await queueIs(tools, 2, 1)
    for (const letGo of held) await letGo()
    await queueIs(tools, 0, 0)
  })
})

test('a user whose queue is full is refused at once with the time to come back, and others are not', async () => {
  const env = { ANNEAL_CONCURRENT_RUNS_PER_USER: '1', ANNEAL_QUEUED_RUNS_PER_USER: '2' }
  await withEngine({ env }, async (tools) => {
    const sleep = markedSleep(30)
    const caller = new AbortController()
    const crowd = Array.from({ length: 3 }, () =>
      tools.call('/v1/runs', { body: bash(sleep), signal: caller.signal }).catch(() => undefined),
    )
    await untilStarted(sleep)
    const refused = await tools.call('/v1/runs', { body: bash('true') })
    expect(refused.headers.get('retry-after')).toBe('2')
    await expectError(refused, 'USER_BUSY')
    expect((await told(tools.call('/v1/runs', { body: bash('true'), key: tools.keys.ben }))).outcome).toBe('ok')
    caller.abort()
    await Promise.all(crowd)
    await untilGone(sleep)
    await until('there is room', async () => (await tools.call('/v1/runs', { body: bash('true') })).status === 200)
  })
})

test('a run that is cancelled while it waits leaves its place to another at once', async () => {
  const env = { ANNEAL_CONCURRENT_RUNS: '1', ANNEAL_QUEUED_RUNS: '1' }
  await withEngine({ env }, async (tools) => {
    const sleep = markedSleep(30)
    const { engine } = tools
    const first = await engine.run(bash(sleep), { userId: 'ada' })
    await untilStarted(sleep)
    for (let round = 0; round < 5; round++) {
      const waiting = await engine.run(bash('true'), { userId: 'ada' })
      await expect(engine.run(bash('true'), { userId: 'ben' })).rejects.toMatchObject({ code: 'SERVER_BUSY' })
      await engine.runs.cancel(waiting.runId, 'ada')
    }
    await engine.runs.cancel(first.runId, 'ada')
    expect((await (await engine.run(bash('true'))).result).outcome).toBe('ok')
  })
})

test('a run that is refused after its admission holds no place', async () => {
  const sandbox = providerWith({ probe: async () => ({ ok: false, detail: 'no walls', remedy: 'Build some.' }) })
  const env = { ANNEAL_CONCURRENT_RUNS: '1', ANNEAL_QUEUED_RUNS: '0' }
  await withEngine({ env, overrides: { sandbox } }, async ({ engine }) => {
    for (let round = 0; round < 3; round++)
      await expect(engine.run(bash('true'))).rejects.toMatchObject({ code: 'SANDBOX_UNAVAILABLE' })
  })
})

test('waiting, starting and running are measured apart', async () => {
  await withEngine({ env: { ANNEAL_CONCURRENT_RUNS: '1' } }, async (tools) => {
    const letGo = await hold(tools)
    const run = await tools.engine.run(bash('true'), { userId: 'ben' })
    await queueIs(tools, 1, 1)
    await wait(1000)
    await letGo()
    const { blocks, timings } = await run.result
    const { start, waitMs = 0, startMs = 0, durationMs = 0 } = blocks[0]?.attempts[0] ?? {}
    expect(['warm', 'cold']).toContain(start)
    expect(waitMs).toBeGreaterThan(1000)
    expect(startMs).toBeGreaterThan(0)
    expect(durationMs).toBeGreaterThan(0)
    expect(waitMs + startMs + durationMs, 'no moment is counted twice').toBeLessThan(timings.totalMs)
  })
})
