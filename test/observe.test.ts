import { expect, test } from 'vitest'
import type { Health, LogLine, Stats } from '../src/contract/api.ts'
import { damageDatabase } from './support/database.ts'
import { runCode } from './support/each-route.ts'
import { type TestEngine, withEngine } from './support/engine.ts'
import { expectError } from './support/expect-error.ts'
import { metricsOf } from './support/metrics.ts'
import { inOneEngine } from './support/one-engine.ts'
import { until } from './support/processes.ts'
import { providerWith } from './support/provider.ts'

const inEngine = inOneEngine()

const bash = (code: string) => ({ code, language: 'bash' })

/** Two runs that work, one that fails, one that is stopped by its limit. */
async function runSome(tools: TestEngine) {
  await runCode(tools, bash('echo 1'))
  await runCode(tools, { code: 'print(2)', language: 'python' })
  await runCode(tools, { code: 'raise KeyError("x")', language: 'python' })
  await runCode(tools, { ...bash('sleep 5'), options: { limits: { timeoutMs: 100 } } })
}

test('metrics have Prometheus’ format, and count the runs', async () => {
  await inEngine(async (tools) => {
    await runSome(tools)
    // The last sandbox may take a moment to end after its run.
    await until('idle', async () => (await tools.engine.health()).components.queue?.detail === '0 running, 0 waiting')
    const response = await tools.call('/metrics', { key: tools.keys.admin })
    expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const metrics = metricsOf(await response.text())
    const value = (name: string, labels = {}) => metrics.value(name, labels)
    expect(value('anneal_runs_total', { outcome: 'ok' })).toBe(2)
    expect(value('anneal_runs_total', { outcome: 'failed' })).toBe(2)
    expect(value('anneal_runs_active')).toBe(0)
    expect(value('anneal_runs_waiting')).toBe(0)
    expect(value('anneal_sandboxes_busy')).toBe(0)
    expect(value('anneal_executions_total', { language: 'python', ended_by: 'exit', succeeded: 'true' })).toBe(1)
    expect(value('anneal_executions_total', { language: 'python', ended_by: 'exit', succeeded: 'false' })).toBe(1)
    expect(value('anneal_executions_total', { language: 'bash', ended_by: 'timeout', succeeded: 'false' })).toBe(1)
    expect(value('anneal_execution_seconds_count', { language: 'python', outcome: 'ok' })).toBe(1)
    expect(value('anneal_execution_seconds_count', { language: 'python', outcome: 'failed' })).toBe(1)
    expect(value('anneal_execution_seconds_sum', { language: 'bash', outcome: 'timeout' })).toBeGreaterThan(0.1)
    expect(value('anneal_execution_wait_seconds_count', { language: 'bash', outcome: 'timeout' })).toBe(1)
    const started = (name: string) =>
      ['warm', 'cold'].reduce((sum, start) => sum + (value(name, { language: 'bash', start }) ?? 0), 0)
    expect(started('anneal_execution_start_seconds_count')).toBe(2)
    expect(started('anneal_execution_start_seconds_sum')).toBeGreaterThan(0)
    expect(value('anneal_http_request_seconds_count', { method: 'POST', route: '/v1/runs', status: '200' })).toBe(4)
    expect(value('anneal_process_cpu_seconds_total')).toBeGreaterThan(0)
  })
})

test('no caller can make a metric series: unknown paths share one', async () => {
  await inEngine(async (tools) => {
    for (let index = 0; index < 20; index++) await tools.call(`/v1/unknown-${index}`)
    const text = await (await tools.call('/metrics', { key: tools.keys.admin })).text()
    expect(text).not.toContain('unknown-1')
    expect(
      metricsOf(text).value('anneal_http_request_seconds_count', { method: 'GET', route: 'unknown', status: '404' }),
    ).toBe(20)
  })
})

test('a line is logged for each end of a span, with fields for programs', async () => {
  await withEngine({ env: { ANNEAL_LOG_LEVEL: 'debug' } }, async (tools) => {
    const { runId } = await runCode(tools, { code: 'raise KeyError("x")', language: 'python' })
    // The analysis goes on beside the attempt, and ends before or after it.
    const lines = tools.logs.filter((line) => line.runId === runId && !String(line.msg).includes('analyze'))
    expect(lines.map(({ event, level }) => [event, level])).toEqual([
      ['stage.end', 20],
      ['stage.end', 20],
      ['attempt.end', 40],
      ['stage.end', 20],
      ['stage.end', 20],
      ['block.end', 20],
      ['stage.end', 20],
      ['stage.end', 20],
      ['run.end', 40],
    ])
    for (const { time, userId, msg } of lines) {
      expect(new Date(String(time)).toISOString()).toBe(time)
      expect(userId).toBe('ada')
      expect(msg).not.toBe('')
    }
    expect(lines[2]?.msg).toMatch(/^attempt 1 in python exited with 1 after .* ms: KeyError: 'x'$/)
  })
})

const exported = async ({ call }: TestEngine, query: string) =>
  ((await (await call(`/v1/logs?${query}`)).json()) as { lines: LogLine[] }).lines

test('the exported log can be narrowed by level, time and number, oldest first', async () => {
  await withEngine({}, async (tools) => {
    await runSome(tools)
    const all = await exported(tools, 'level=debug')
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).sort((a, b) => a - b))
    // Detect, guard, analysis, the attempt, its stage, the block, memory, feedback and the run; failed runs also have a diagnosis, and
    // the one whose program could be changed a correction.
    expect(all.length).toBe(2 * 9 + 10 + 11)
    const order = ['debug', 'info', 'warn', 'error']
    for (const level of order) {
      const expected = all.filter((line) => order.indexOf(line.level) >= order.indexOf(level))
      expect(await exported(tools, `level=${level}`), level).toEqual(expected)
    }
    expect(await exported(tools, ''), 'info unless told').toEqual(await exported(tools, 'level=info'))
    expect(await exported(tools, 'level=debug&limit=3')).toEqual(all.slice(-3))
    const middle = all[7]?.at ?? 0
    const moment = encodeURIComponent(new Date(middle).toISOString())
    expect(await exported(tools, `level=debug&from=${moment}`)).toEqual(all.filter(({ at }) => at >= middle))
    expect(await exported(tools, `level=debug&to=${moment}`)).toEqual(all.filter(({ at }) => at < middle))
    const today = new Date().toISOString().slice(0, 10)
    expect(await exported(tools, `level=debug&from=2020-01-01&to=${today}`)).toEqual([])
    const shifted = encodeURIComponent(new Date(middle + 3_600_000).toISOString().replace('Z', '+01:00'))
    expect(await exported(tools, `level=debug&from=${shifted}`)).toEqual(all.filter(({ at }) => at >= middle))
  })
})

test('statistics add up', async () => {
  await withEngine({}, async (tools) => {
    const before = (await (await tools.call('/v1/stats')).json()) as Stats
    expect(before.runs).toMatchObject({ total: 0, successRate: null })
    await runSome(tools)
    const { runs, executions, byLanguage, errors } = (await (await tools.call('/v1/stats')).json()) as Stats
    expect(runs).toEqual({
      total: 4,
      running: 0,
      ok: 2,
      failed: 2,
      blocked: 0,
      cancelled: 0,
      error: 0,
      'nothing-to-run': 0,
      successRate: 0.5,
    })
    expect(executions).toMatchObject({ total: 4, succeeded: 2, endedBy: { exit: 3, timeout: 1 } })
    expect(executions.warm).toBe(byLanguage.reduce((sum, { warm }) => sum + warm, 0))
    for (const { wait, start, duration } of [executions, ...byLanguage])
      for (const time of [wait, start, duration]) expect(time?.p95Ms).toBeGreaterThanOrEqual(time?.p50Ms ?? Number.NaN)
    expect(byLanguage.map(({ language, executions, succeeded }) => [language, executions, succeeded]).sort()).toEqual([
      ['bash', 2, 1],
      ['python', 2, 1],
    ])
    expect(errors).toEqual([{ language: 'python', type: 'KeyError', count: 1 }])
  })
})

test('health shows each part, and nothing that strangers should not know', async () => {
  await inEngine(async ({ call, home }) => {
    const response = await call('/v1/health', { key: '' })
    const text = await response.text()
    const { status, components } = JSON.parse(text) as Health
    expect(response.status).toBe(200)
    expect(status).toBe('ok')
    expect(Object.keys(components).sort()).toEqual(['queue', 'sandbox', 'store'])
    expect(text).not.toContain(home)
  })
})

test('a broken store makes health 503 and answers by name, and works again after the mend', async () => {
  await inEngine(async (tools) => {
    const { call, home } = tools
    const run = await runCode(tools, bash('echo 1'))
    const restore = await damageDatabase(home)
    const response = await call('/v1/health', { key: '' })
    expect(response.status).toBe(503)
    const { status, components } = (await response.json()) as Health
    expect(status).toBe('down')
    expect(components.store?.status).toBe('down')
    expect(components.sandbox?.status).toBe('ok')
    await expectError(await call('/v1/stats'), 'STORE_DAMAGED')
    await expectError(await call('/v1/runs', { body: bash('true') }), 'STORE_DAMAGED')
    await restore()
    expect((await call('/v1/health', { key: '' })).status).toBe(200)
    expect(await (await call(`/v1/runs/${run.runId}`)).json()).toEqual(run)
  })
})

test('a missing sandbox makes health down and refuses runs with the remedy, and everything else works', async () => {
  let ok = false
  let now = Date.now()
  const sandbox = providerWith({ probe: async () => ({ ok, detail: 'no user namespaces', remedy: 'Allow them.' }) })
  await withEngine({ overrides: { sandbox, clock: () => now } }, async (tools) => {
    const health = await tools.call('/v1/health', { key: '' })
    expect(health.status).toBe(503)
    expect(((await health.json()) as Health).components.sandbox?.status).toBe('down')
    const refused = await tools.call('/v1/runs', { body: bash('true') })
    expect(((await refused.clone().json()) as { error: { hint: string } }).error.hint).toBe('Allow them.')
    await expectError(refused, 'SANDBOX_UNAVAILABLE')
    expect(await (await tools.call('/v1/runs')).json()).toEqual({ runs: [] })
    expect((await tools.call('/v1/detect', { body: { text: '```py\n1\n```' } })).status).toBe(200)
    const doctor = await (await tools.call('/v1/doctor', { key: tools.keys.admin })).json()
    expect(doctor).toMatchObject({
      ok: false,
      checks: expect.arrayContaining([expect.objectContaining({ remedy: 'Allow them.' })]),
    })
    ok = true
    now += 3000
    expect((await tools.call('/v1/health', { key: '' })).status, 'looked at again soon').toBe(200)
  })
})

test('a probe that fails by a bug neither ends the process nor lets code run', async () => {
  let fails = true
  const sandbox = providerWith({
    probe: async () => {
      if (fails) throw new TypeError('a probe with a bug')
      return { ok: true, detail: 'fine' }
    },
  })
  let now = Date.now()
  await withEngine({ overrides: { sandbox, clock: () => now } }, async (tools) => {
    await expectError(await tools.call('/v1/runs', { body: bash('true') }), 'INTERNAL')
    const health = await tools.call('/v1/health', { key: '' })
    expect(health.status).toBeGreaterThanOrEqual(500)
    expect(await health.text()).not.toContain('a probe with a bug')
    expect(JSON.stringify(tools.logs)).toContain('a probe with a bug')
    fails = false
    now += 3000
    expect((await tools.call('/v1/health', { key: '' })).status, 'looked at again soon').toBe(200)
  })
})
