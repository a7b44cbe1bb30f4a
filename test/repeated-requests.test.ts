import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { NewKey } from '../src/contract/api.ts'
import type { RunResult } from '../src/contract/run.ts'
import type { Call } from './support/engine.ts'
import { withEngine } from './support/engine.ts'
import { eventsOf } from './support/events.ts'
import { expectError } from './support/expect-error.ts'
import { oneEngine } from './support/one-engine.ts'
import { markedSleep, until, untilStarted } from './support/processes.ts'
import { serving } from './support/serve-child.ts'
import { withHome } from './support/temporary-home.ts'

const tools = oneEngine({})
const once = (repeatKey: string, body: unknown, more: Call = {}): Call => ({
  ...more,
  method: 'POST',
  body,
  headers: { 'idempotency-key': repeatKey, ...more.headers },
})
const runsOf = async () => ((await (await tools().call('/v1/runs')).json()) as { runs: unknown[] }).runs.length

test('a repeated request gets the answer of the first one, and does nothing twice', async () => {
  const { call, keys } = tools()
  for (const [path, body, key] of [
    ['/v1/keys', { user: 'dora' }, keys.admin],
    ['/v1/sessions', {}, keys.ada],
    ['/v1/volumes', { name: 'once' }, keys.ben],
  ] as const) {
    const [first, second] = [await call(path, once('k1', body, { key })), await call(path, once('k1', body, { key }))]
    expect([first.ok, first.headers.get('idempotent-replayed')], path).toEqual([true, null])
    expect([second.status, second.headers.get('idempotent-replayed')], path).toEqual([first.status, 'true'])
    expect(await second.json(), path).toEqual(await first.json())
    await expectError(await call('/v1/detect', once('k1', { text: 'x' }, { key })), 'REPEAT_DIFFERS')
  }
})

test('a new key in a kept answer is sealed: nobody reads it from the disk', async () => {
  const { call, keys, engine, home } = tools()
  const made = (await (await call('/v1/keys', once('sealed', { user: 'eve' }, { key: keys.admin }))).json()) as NewKey
  const again = (await (await call('/v1/keys', once('sealed', { user: 'eve' }, { key: keys.admin }))).json()) as NewKey
  expect(again.key).toBe(made.key)
  expect((await engine.keys.list()).filter(({ user }) => user === 'eve')).toHaveLength(1)
  const files = (await readdir(home)).filter((name) => name.startsWith('anneal.db'))
  expect(files.length).toBeGreaterThan(0)
  for (const name of files) expect((await readFile(join(home, name), 'latin1')).includes(made.key), name).toBe(false)
})

test('a repeated run is the same run, as an answer and as a stream', async () => {
  const { call } = tools()
  const body = { code: 'print(6 * 7)', language: 'python' }
  const [first, second] = [await call('/v1/runs', once('r1', body)), await call('/v1/runs', once('r1', body))]
  const story = (await first.json()) as RunResult
  expect(await second.json()).toEqual(story)
  const stream = { headers: { accept: 'text/event-stream' } }
  const told = await eventsOf(await call('/v1/runs', once('r2', body, stream)))
  const retold = await eventsOf(await call('/v1/runs', once('r2', body, stream)))
  expect(retold).toEqual(told)
  expect(retold.at(-1)).toMatchObject({ type: 'run.end', outcome: 'ok' })
  await expectError(await call('/v1/runs', once('r2', body)), 'REPEAT_DIFFERS')
})

test('duplicates at the same time: one takes effect, the others are told to come again', async () => {
  const { call } = tools()
  const before = await runsOf()
  const body = { code: 'echo once', language: 'bash' }
  const answers = await Promise.all(Array.from({ length: 5 }, () => call('/v1/runs', once('race', body))))
  const done = answers.filter(({ status }) => status === 200)
  expect(done.length).toBeGreaterThan(0)
  for (const answer of answers.filter(({ status }) => status !== 200)) {
    expect(answer.headers.get('retry-after')).toBe('1')
    await expectError(answer, 'REPEAT_UNDER_WAY')
  }
  expect((await runsOf()) - before).toBe(1)
})

test('a refused request leaves its key free, and a key of a wrong form is refused', async () => {
  const { call } = tools()
  await expectError(await call('/v1/runs', once('free', { code: 'x', language: 'klingon' })), 'LANGUAGE_UNKNOWN')
  expect((await call('/v1/runs', once('free', { code: 'echo 1', language: 'bash' }))).status).toBe(200)
  for (const wrong of ['', 'a b', 'x'.repeat(256)]) {
    await expectError(await call('/v1/detect', once(wrong, { text: 'x' })), 'INVALID_REQUEST')
  }
  const headers = { 'content-type': 'application/octet-stream', 'idempotency-key': 'upload' }
  const upload = await call('/v1/checkpoints', { method: 'POST', body: 'bytes', headers })
  expect(await upload.clone().text()).toContain('header Idempotency-Key: an upload')
  await expectError(upload, 'INVALID_REQUEST')
})

test('a run in the background is followed, waited for and cancelled by its id', async () => {
  const { call } = tools()
  const start = async (code: string) => {
    const answer = await call('/v1/runs', { body: { code, language: 'bash', background: true } })
    const { runId } = (await answer.json()) as { runId: string }
    expect([answer.status, answer.headers.get('location')]).toEqual([202, `/v1/runs/${runId}`])
    return runId
  }
  const quick = await start('sleep 0.3; echo done')
  const waited = (await (await call(`/v1/runs/${quick}?wait=60`)).json()) as RunResult
  expect(waited).toMatchObject({ state: 'ended', outcome: 'ok' })
  expect((await eventsOf(await call(`/v1/runs/${quick}/events`))).at(-1)).toMatchObject({ type: 'run.end' })
  const long = await start('sleep 600')
  expect(await (await call(`/v1/runs/${long}?wait=0.05`)).json()).toMatchObject({ state: 'running' })
  expect(await (await call(`/v1/runs/${long}/cancel`, { method: 'POST' })).json()).toMatchObject({
    outcome: 'cancelled',
  })
})

test('kept answers outlive kill -9; a request that was cut off is not done again', async () => {
  const sleep = markedSleep(60)
  // Long enough for the kill; the next engine begins such runs anew, and waits as long for them.
  const options = { limits: { timeoutMs: 5000 } }
  const cut = { code: sleep, language: 'bash', options }
  const background = { ...cut, background: true }
  await withHome(async (home) => {
    const env = { ANNEAL_LEASE_MS: '600' }
    const runId = await serving({ home, env }, async (served) => {
      const first = await served.call('/v1/runs', once('kept', background))
      void served.call('/v1/runs', once('cut', cut)).catch(() => {})
      await untilStarted(sleep, 2)
      served.child.kill('SIGKILL')
      await served.ended
      return ((await first.json()) as { runId: string }).runId
    })
    const key = `e2b_${'ab'.repeat(20)}`
    await withEngine({ home, env: { ...env, ANNEAL_API_KEY: key } }, async ({ call, engine }) => {
      const again = await call('/v1/runs', once('kept', background, { key }))
      expect([again.status, await again.json()]).toEqual([202, { runId }])
      await expectError(await call('/v1/runs', once('cut', cut, { key })), 'REPEAT_UNANSWERED')
      await until('both are ended', async () => (await engine.stats('local')).runs.running === 0)
      expect((await engine.stats('local')).runs.total).toBe(2)
    })
  })
})
