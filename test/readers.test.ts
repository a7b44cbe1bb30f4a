import { execFile } from 'node:child_process'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { RunSummary } from '../src/contract/api.ts'
import { undisturbed } from '../src/sandbox/checks/host-pace.ts'
import { createJail } from '../src/sandbox/jail/jail.ts'
import { type TestEngine, withServer } from './support/engine.ts'
import { eventsOf, sentEvents } from './support/events.ts'
import { markedSleep, processesWith, until, untilGone, untilStarted } from './support/processes.ts'
import { withHome } from './support/temporary-home.ts'

const run = promisify(execFile)
const ONE_RUN = fileURLToPath(new URL('./support/one-run.ts', import.meta.url))
const STREAM = { accept: 'text/event-stream' }
const GRACE_MS = 600
const env = { ANNEAL_RECONNECT_GRACE_MS: String(GRACE_MS) }

const summaryOf = async ({ call }: TestEngine) =>
  ((await (await call('/v1/runs')).json()) as { runs: RunSummary[] }).runs[0]

const untilEnded = (tools: TestEngine, outcome: string) =>
  until(`the run ends as ${outcome}`, async () => (await summaryOf(tools))?.outcome === outcome)

test('a run whose reader comes back in time goes on to its end', () =>
  undisturbed(300, async () => {
    await withServer({ env }, async (tools) => {
      const leave = new AbortController()
      const body = { code: 'echo begun; sleep 2; echo done', language: 'bash' }
      const stream = await tools.call('/v1/runs', { headers: STREAM, body, signal: leave.signal })
      const runId = stream.headers.get('x-run-id') ?? ''
      for (let visit = 0; visit < 3; visit++) {
        leave.abort()
        await wait(GRACE_MS / 2)
        const again = await tools.call(`/v1/runs/${runId}/events`)
        for await (const { data } of sentEvents(again)) if (data.type === 'output.delta') break
      }
      const told = await eventsOf(await tools.call(`/v1/runs/${runId}/events`))
      expect(told.at(-1)).toMatchObject({ type: 'run.end', outcome: 'ok' })
      expect(told.flatMap((event) => (event.type === 'output.delta' ? event.text : [])).join('')).toBe('begun\ndone\n')
    })
  }))

test('a run whose reader does not come back is cancelled, and none of its processes lives on', async () => {
  await withServer({ env }, async (tools) => {
    const sleep = markedSleep(30)
    const leave = new AbortController()
    const body = { code: `${sleep} & ${sleep}`, language: 'bash' }
    const stream = await tools.call('/v1/runs', { headers: STREAM, body, signal: leave.signal })
    await untilStarted(sleep, 2)
    const leftAt = performance.now()
    leave.abort()
    await untilEnded(tools, 'cancelled')
    expect(performance.now() - leftAt).toBeGreaterThan(GRACE_MS * 0.8)
    await untilGone(sleep)
    const told = await eventsOf(await tools.call(`/v1/runs/${stream.headers.get('x-run-id')}/events`))
    expect(told.filter(({ type }) => type === 'run.end')).toEqual([told.at(-1)])
    expect(told.findLast(({ type }) => type === 'attempt.end')).toMatchObject({ endedBy: 'cancelled' })
  })
})

test('a run goes on while any of its readers is left', async () => {
  await withServer({ env }, async (tools) => {
    const leave = new AbortController()
    const body = { code: 'echo begun; sleep 1', language: 'bash' }
    const stream = await tools.call('/v1/runs', { headers: STREAM, body, signal: leave.signal })
    const other = eventsOf(await tools.call(`/v1/runs/${stream.headers.get('x-run-id')}/events`))
    leave.abort()
    expect((await other).at(-1)).toMatchObject({ type: 'run.end', outcome: 'ok' })
  })
})

test('a client that waits for the answer and leaves ends its run at once', async () => {
  await withServer({ env: { ANNEAL_RECONNECT_GRACE_MS: '60000' } }, async (tools) => {
    const sleep = markedSleep(30)
    const leave = new AbortController()
    const waiting = tools.call('/v1/runs', { body: { code: sleep, language: 'bash' }, signal: leave.signal })
    await untilStarted(sleep)
    leave.abort()
    await expect(waiting).rejects.toThrow()
    await untilEnded(tools, 'cancelled')
    await untilGone(sleep)
  })
})

let sandboxes = 0

test.for([
  ['that wants events', 'text/event-stream'],
  ['that waits for the answer', 'application/json'],
] as const)('a client %s and is gone before its run has begun leaves nothing behind', async ([, accept]) => {
  const jail = createJail({
    execPath: process.execPath,
    newSandboxId: () => `sandbox${sandboxes++}`,
    cgroups: undefined,
  })
  const slow = async (signal: AbortSignal) => {
    await wait(300)
    return jail.probe(signal)
  }
  await withServer({ env, overrides: { sandbox: { ...jail, probe: slow } } }, async (tools) => {
    const sleep = markedSleep(30)
    const body = JSON.stringify({ code: sleep, language: 'bash' })
    const socket = connect(tools.port, '127.0.0.1')
    socket.write(
      `POST /v1/runs HTTP/1.1\r\nhost: localhost\r\nx-api-key: ${tools.keys.ada}\r\naccept: ${accept}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    )
    await wait(100)
    socket.resetAndDestroy()
    await untilEnded(tools, 'cancelled')
    expect(await processesWith(sleep)).toEqual([])
  })
})

test('a HEAD request for a stream does not count as reading it', async () => {
  await withServer({ env }, async (tools) => {
    const leave = new AbortController()
    const sleep = markedSleep(30)
    const stream = await tools.call('/v1/runs', {
      headers: STREAM,
      body: { code: sleep, language: 'bash' },
      signal: leave.signal,
    })
    const head = await tools.call(`/v1/runs/${stream.headers.get('x-run-id')}/events`, { method: 'HEAD' })
    expect(head.status).toBe(200)
    expect(head.headers.get('content-type')).toMatch(/^text\/event-stream/)
    leave.abort()
    await untilEnded(tools, 'cancelled')
    await untilGone(sleep)
  })
})

test('an ended run holds no process', async () => {
  await withHome(async (home) => {
    const { stdout } = await run(process.execPath, [ONE_RUN, home], { timeout: 60_000 })
    expect(stdout).toBe('closed')
  })
})
