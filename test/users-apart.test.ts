import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { LogLine, RunSummary, Stats } from '../src/contract/api.ts'
import { eachRoute, runCode } from './support/each-route.ts'
import { withEngine } from './support/engine.ts'
import { expectError } from './support/expect-error.ts'
import { inOneEngine } from './support/one-engine.ts'

const inEngine = inOneEngine()

test('the run of one user does not exist for another, by any route that names it', async () => {
  await inEngine(async (tools) => {
    const webhook = { url: 'https://webhook.invalid/' }
    const { runId } = await runCode(tools, { code: 'echo mine > a.txt', language: 'bash', webhook })
    const naming = eachRoute(tools).filter((route) => route.path.includes('{runId}'))
    expect(naming.length).toBeGreaterThanOrEqual(3)
    for (const { path: named, method } of naming) {
      const path = named.replace('{path*}', 'a.txt')
      for (const key of [tools.keys.ben, tools.keys.admin]) {
        const response = await tools.call(path.replace('{runId}', runId), { method, key })
        await expectError(response, 'RUN_NOT_FOUND')
      }
      // The last one: the run is deleted then.
      const status = method === 'DELETE' ? 204 : 200
      expect((await tools.call(path.replace('{runId}', runId), { method })).status).toBe(status)
    }
  })
})

test('nobody but its owner can follow or end a running run', async () => {
  await inEngine(async (tools) => {
    const headers = { accept: 'text/event-stream' }
    const stream = await tools.call('/v1/runs', { headers, body: { code: 'sleep 20', language: 'bash' } })
    const runId = stream.headers.get('x-run-id') ?? ''
    const foreign = { method: 'POST', key: tools.keys.ben }
    await expectError(await tools.call(`/v1/runs/${runId}/cancel`, foreign), 'RUN_NOT_FOUND')
    await expectError(await tools.call(`/v1/runs/${runId}/events`, { key: tools.keys.ben }), 'RUN_NOT_FOUND')
    await wait(50)
    expect(await (await tools.call(`/v1/runs/${runId}`)).json()).toMatchObject({ state: 'running' })
    await tools.call(`/v1/runs/${runId}/cancel`, { method: 'POST' })
    await stream.text()
  })
})

test('lists, logs and statistics hold only one’s own; an admin may see the statistics of all', async () => {
  await withEngine({}, async (tools) => {
    const { ada, ben, admin } = tools.keys
    const own = {
      [ada]: [
        await runCode(tools, { code: 'echo 1', language: 'bash' }),
        await runCode(tools, { code: 'exit 1', language: 'bash' }),
      ],
      [ben]: [await runCode(tools, { code: 'print(1)', language: 'python' }, ben)],
      [admin]: [],
    }
    for (const [key, runs] of Object.entries(own)) {
      const ids = runs.map(({ runId }) => runId).sort()
      const get = async <T>(path: string) => (await (await tools.call(path, { key })).json()) as T
      const { runs: listed } = await get<{ runs: RunSummary[] }>('/v1/runs')
      expect(listed.map(({ runId }) => runId).sort()).toEqual(ids)
      const { lines } = await get<{ lines: LogLine[] }>('/v1/logs?level=debug')
      expect([...new Set(lines.map(({ runId }) => runId))].sort()).toEqual(ids)
      const csv = await (await tools.call('/v1/logs?format=csv', { key })).text()
      for (const id of ids) expect(csv).toContain(id)
      expect(csv.trim().split('\r\n').length).toBe(1 + 2 * ids.length)
      const stats = await get<Stats>('/v1/stats')
      expect(stats.runs.total).toBe(ids.length)
      expect(stats.executions.total).toBe(ids.length)
    }
    const all = (await (await tools.call('/v1/stats?scope=all', { key: admin })).json()) as Stats
    expect(all.runs).toMatchObject({ total: 3, ok: 2, failed: 1, running: 0 })
    expect(all.byLanguage.map(({ language }) => language).sort()).toEqual(['bash', 'python'])
    await expectError(await tools.call('/v1/stats?scope=all', { key: ben }), 'FORBIDDEN')
  })
})

test('a page of the list begins where the previous one ended, and never shows runs of others', async () => {
  await withEngine({}, async (tools) => {
    const runs: string[] = []
    for (let index = 0; index < 5; index++) {
      runs.unshift((await runCode(tools, { code: 'true', language: 'bash' })).runId)
      await runCode(tools, { code: 'true', language: 'bash' }, tools.keys.ben)
      await wait(2)
    }
    const pages: string[] = []
    for (let before: string | undefined; ; before = pages.at(-1)) {
      const path = `/v1/runs?limit=2${before ? `&before=${before}` : ''}`
      const page = (await (await tools.call(path)).json()) as { runs: RunSummary[] }
      if (page.runs.length === 0) break
      pages.push(...page.runs.map(({ runId }) => runId))
    }
    expect(pages).toEqual(runs)
  })
})
