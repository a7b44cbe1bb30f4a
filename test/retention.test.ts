import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { KeyInfo, RunSummary, Stats } from '../src/contract/api.ts'
import type { EngineEvent } from '../src/contract/event.ts'
import type { EraseResult, PruneResult } from '../src/contract/retention.ts'
import type { SessionInfo } from '../src/contract/session.ts'
import { backupHome, restoreHome } from '../src/engine.ts'
import { runCode } from './support/each-route.ts'
import { configOf, type TestEngine, withEngine } from './support/engine.ts'
import { expectError } from './support/expect-error.ts'
import { machineRequest } from './support/machine-request.ts'
import { withHome } from './support/temporary-home.ts'

const LONG = { code: 'head -c 300000 /dev/zero | tr "\\0" x', language: 'bash' }
const SHORT = { code: 'echo 1', language: 'bash' }
const DELETE = { method: 'DELETE' }

async function listed(tools: TestEngine, key?: string): Promise<string[]> {
  const response = await tools.call('/v1/runs', { ...(key && { key }) })
  return ((await response.json()) as { runs: RunSummary[] }).runs.map(({ runId }) => runId)
}

/** Files of long output. */
async function outputFiles(home: string): Promise<string[]> {
  const names = await readdir(join(home, 'blobs'), { recursive: true })
  return names.filter((name) => /[0-9a-f]{64}$/.test(name))
}

const answerOf = async <T>(response: Promise<Response>) => (await (await response).json()) as T

test('a deleted run answers 404 by every route, and its events, output and counts are gone', async () => {
  await withEngine({}, async (tools) => {
    const { runId } = await runCode(tools, LONG)
    const kept = await runCode(tools, SHORT)
    expect((await outputFiles(tools.home)).length).toBeGreaterThan(0)
    const response = await tools.call(`/v1/runs/${runId}`, DELETE)
    expect([response.status, await response.text()]).toEqual([204, ''])
    for (const [path, method] of [
      ['', 'GET'],
      ['/events', 'GET'],
      ['/cancel', 'POST'],
      ['', 'DELETE'],
    ]) {
      await expectError(await tools.call(`/v1/runs/${runId}${path}`, { method: method ?? '' }), 'RUN_NOT_FOUND')
    }
    expect(await listed(tools)).toEqual([kept.runId])
    expect(await outputFiles(tools.home)).toEqual([])
    expect(await (await tools.call('/v1/logs?level=debug')).text()).not.toContain(runId)
    const stats = await answerOf<Stats>(tools.call('/v1/stats'))
    expect([stats.runs.total, stats.executions.total]).toEqual([1, 1])
    expect(tools.logs).toContainEqual(
      expect.objectContaining({ msg: 'run deleted: somebody asked for it', runId, userId: 'ada' }),
    )
    for (const query of [`?subject=run:${runId}`, '?limit=1000']) {
      const { events } = await answerOf<{ events: EngineEvent[] }>(tools.call(`/v1/events${query}`))
      const told = events.filter((event) => event.runId === runId)
      expect(told).toMatchObject([{ type: 'run.deleted', subject: `run:${runId}`, userId: 'ada', why: 'asked' }])
    }
    const headers = { accept: 'text/event-stream' }
    const followed = await (await tools.call(`/v1/events?subject=run:${runId}`, { headers })).text()
    expect(followed.match(/"type":"[\w.]+"/g)).toEqual(['"type":"run.deleted"'])
    await expectError(await tools.call(`/v1/events?subject=run:${runId}`, { key: tools.keys.ben }), 'SUBJECT_NOT_FOUND')
  })
})

test('a running run is not deleted, but a cancelled one is', async () => {
  await withEngine({}, async (tools) => {
    const headers = { accept: 'text/event-stream' }
    const stream = await tools.call('/v1/runs', { headers, body: { code: 'sleep 20', language: 'bash' } })
    const path = `/v1/runs/${stream.headers.get('x-run-id')}`
    await expectError(await tools.call(path, DELETE), 'RUN_STILL_RUNNING')
    const pruned = await answerOf<PruneResult>(tools.call('/v1/runs?all=true', DELETE))
    expect(pruned).toMatchObject({ deleted: 0, running: 1 })
    await tools.call(`${path}/cancel`, { method: 'POST' })
    await stream.text()
    expect((await tools.call(path, DELETE)).status).toBe(204)
  })
})

test('runs are pruned by age and number, of their user alone, and never by a forgotten parameter', async () => {
  await withEngine({}, async (tools) => {
    const ids: string[] = []
    for (let n = 0; n < 4; n++) ids.unshift((await runCode(tools, SHORT)).runId)
    await runCode(tools, SHORT, tools.keys.ben)
    const prune = (query: string) => answerOf<PruneResult>(tools.call(`/v1/runs?${query}`, DELETE))
    for (const query of ['', 'dryRun=true', 'all=false', 'all=true&keep=1', 'before=yesterday', 'keep=-1']) {
      await expectError(await tools.call(`/v1/runs?${query}`, DELETE), 'INVALID_REQUEST')
    }
    expect(await prune('before=2000-01-01')).toEqual({ deleted: 0, bytes: 0, running: 0, more: false })
    expect(await prune('keep=2&dryRun=true')).toMatchObject({ deleted: 2, bytes: expect.any(Number) })
    expect(await listed(tools)).toEqual(ids)
    expect(await prune('keep=3&before=2999-01-01')).toMatchObject({ deleted: 1 })
    expect(await listed(tools)).toEqual(ids.slice(0, 3))
    const { runs } = await answerOf<{ runs: RunSummary[] }>(tools.call('/v1/runs'))
    const [newest = 0, next = 0] = runs.map(({ startedAt }) => startedAt)
    const between = new Date((newest + next) / 2).toISOString()
    expect(await prune(`before=${between}`)).toMatchObject({ deleted: 2 })
    expect(await listed(tools)).toEqual(ids.slice(0, 1))
    expect(await prune('all=true')).toMatchObject({ deleted: 1, running: 0 })
    expect(await listed(tools)).toEqual([])
    expect((await listed(tools, tools.keys.ben)).length).toBe(1)
  })
})

test('a session goes on with its history and checkpoints when its runs are deleted', async () => {
  await withEngine({}, async (tools) => {
    const { id } = await answerOf<SessionInfo>(tools.call('/v1/sessions', { body: {} }))
    const first = await runCode(tools, { code: 'x = 41', language: 'python', session: id })
    const checkpoint = await tools.call(`/v1/sessions/${id}/checkpoints`, { body: {} })
    expect(checkpoint.ok).toBe(true)
    const before = await (await tools.call(`/v1/sessions/${id}/history`)).text()
    expect(before).toContain(first.runId)
    expect((await tools.call(`/v1/runs/${first.runId}`, DELETE)).status).toBe(204)
    expect(await (await tools.call(`/v1/sessions/${id}/history`)).text()).toBe(before)
    expect((await tools.call(`/v1/sessions/${id}/restore`, { method: 'POST' })).ok).toBe(true)
    const second = await runCode(tools, { code: 'x + 1', language: 'python', session: id })
    expect(JSON.stringify(second.blocks)).toContain('42')
  })
})

test('erasing a user removes everything at once, their keys open nothing, and others keep all of theirs', async () => {
  await withEngine({}, async (tools) => {
    const { ada, ben, admin } = tools.keys
    for (const key of [ada, ben]) {
      await runCode(tools, LONG, key)
      const { id } = await answerOf<SessionInfo>(tools.call('/v1/sessions', { key, body: {} }))
      await runCode(tools, { code: 'x = 41', language: 'python', session: id }, key)
      await tools.call(`/v1/sessions/${id}/checkpoints`, { key, body: {} })
      await tools.call('/v1/volumes', { key, body: { name: 'data' } })
      await tools.call('/v1/volumes/data/file?path=a.txt', { key, method: 'PUT', body: 'text' })
      await tools.call('/v1/commands', { key, body: { command: 'echo 1' } })
    }
    const { policies } = tools.engine.approvals
    for (const user of ['ada', 'ben']) await policies.put(user, { hosts: ['*'] })
    await tools.engine.secrets.create('ada', { name: 'token', value: 'hidden', metadata: {} })
    const headers = { accept: 'text/event-stream' }
    const going = await tools.call('/v1/runs', { headers, body: { code: 'sleep 20', language: 'bash' } })
    await expectError(await tools.call('/v1/users/ada/data', { ...DELETE, key: ben }), 'FORBIDDEN')
    const erased = await answerOf<EraseResult>(tools.call('/v1/users/ada/data', { ...DELETE, key: admin }))
    await going.text()
    const one = { keys: 1, sessions: 1, checkpoints: 1, volumes: 1, commands: 1, secrets: 1 }
    expect(erased).toEqual({ ...one, runs: 4, sandboxes: 0, templates: 0, more: false })
    await expectError(await tools.call('/v1/runs'), 'UNAUTHENTICATED')
    const { key } = await tools.engine.keys.add({ user: 'ada', admin: false, label: 'again' })
    const { events } = await answerOf<{ events: EngineEvent[] }>(tools.call('/v1/events?limit=1000', { key }))
    const types = new Set(events.map(({ type }) => type).filter((type) => type !== 'key.added'))
    const lastWords = ['checkpoint.removed', 'key.revoked', 'run.deleted', 'session.removed', 'volume.removed']
    expect([...types].toSorted()).toEqual(lastWords)
    for (const [path, name] of [
      ['/v1/runs', 'runs'],
      ['/v1/sessions', 'sessions'],
      ['/v1/checkpoints', 'checkpoints'],
      ['/v1/volumes', 'volumes'],
      ['/v1/commands', 'commands'],
    ] as const) {
      const of = async (user: string) =>
        (await answerOf<Record<string, unknown[]>>(tools.call(path, { key: user })))[name]
      expect(await of(key), path).toEqual([])
      expect((await of(ben))?.length, path).toBeGreaterThan(0)
    }
    expect((await policies.get('ada')).user, 'the approval policy').toEqual({})
    expect((await policies.get('ben')).user).toEqual({ hosts: ['*'] })
    const again = await answerOf<EraseResult>(tools.call('/v1/users/ada/data', { ...DELETE, key: admin }))
    expect(again).toMatchObject({ keys: 1, runs: 0, sessions: 0 })
    const { keys } = await answerOf<{ keys: KeyInfo[] }>(tools.call('/v1/keys', { key: admin }))
    expect(keys.filter(({ user }) => user === 'ben').every(({ revokedAt }) => revokedAt === null)).toBe(true)
  })
})

test('E2B sandboxes and snapshots of an erased user go too, and those of others stay', async () => {
  await withEngine({}, async ({ engine, keys, call }) => {
    const { machines, images } = engine
    for (const userId of ['ada', 'ben']) {
      const { id } = await machines.create(machineRequest(), userId)
      await machines.snapshot(id, { userId, name: 'mine' })
    }
    const erased = await answerOf<EraseResult>(call('/v1/users/ada/data', { ...DELETE, key: keys.admin }))
    expect(erased).toMatchObject({ sandboxes: 1, templates: 1 })
    const left = async (userId: string) => [
      (await machines.list({ userId })).length,
      (await images.listSnapshots({ userId })).length,
    ]
    expect([await left('ada'), await left('ben')]).toEqual([
      [0, 0],
      [1, 1],
    ])
  })
})

test('the settings decide which runs the sweep of an engine keeps', async () => {
  await withEngine({ env: { ANNEAL_RETENTION_RUNS: '1' } }, async (tools) => {
    await runCode(tools, LONG)
    const { runId } = await runCode(tools, SHORT)
    await tools.engine.retention.sweep()
    expect(await listed(tools)).toEqual([runId])
    expect(await outputFiles(tools.home)).toEqual([])
    expect(tools.logs).toContainEqual(
      expect.objectContaining({ event: 'run.deleted', msg: 'run deleted: its user had more runs than are kept' }),
    )
  })
})

test('a backup that is made after a deletion is restored without the deleted runs, and can be deleted from', async () => {
  await withHome(async (home) => {
    const from = join(home, 'from')
    const to = join(home, 'to')
    const [signal, onProgress] = [new AbortController().signal, () => {}]
    const kept = await withEngine({ home: from }, async (tools) => {
      const gone = await runCode(tools, LONG)
      const { runId } = await runCode(tools, LONG)
      await tools.call(`/v1/runs/${gone.runId}`, DELETE)
      return runId
    })
    const about = { id: 'backup', madeAt: 1_700_000_000_000, madeBy: '0.1.0', onProgress, signal }
    const { file } = await backupHome(configOf(from).config, { ...about, file: join(home, 'one.anneal') })
    await restoreHome(configOf(to).config, { file, onProgress, signal })
    await withEngine({ home: to }, async (tools) => {
      expect(await listed(tools)).toEqual([kept])
      expect((await (await tools.call(`/v1/runs/${kept}`)).text()).length).toBeGreaterThan(300_000)
      expect((await outputFiles(to)).length).toBeGreaterThan(0)
      expect((await tools.call(`/v1/runs/${kept}`, DELETE)).status).toBe(204)
      expect(await outputFiles(to)).toEqual([])
    })
  })
})
