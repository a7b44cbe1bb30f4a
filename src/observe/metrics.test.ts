import perfHooks from 'node:perf_hooks'
import { expect, it, vi } from 'vitest'
import { expectShortTurn, watchMainThread } from '../../test/support/main-thread-watch.ts'
import { createMetrics } from './metrics.ts'

it('engines that come and go leave no observer of the event loop or the garbage collector behind', async () => {
  const histograms = vi.spyOn(perfHooks, 'monitorEventLoopDelay')
  const observers = vi.spyOn(perfHooks.PerformanceObserver.prototype, 'observe')
  createMetrics({ busy: 0, waiting: 0 })
  const first = [histograms.mock.calls.length, observers.mock.calls.length]
  for (let engine = 0; engine < 5; engine++) createMetrics({ busy: 0, waiting: 0 })
  expect([histograms.mock.calls.length, observers.mock.calls.length]).toEqual(first)
  expect(first).toEqual([1, 1])
  vi.restoreAllMocks()
})

it('every engine reports the process and itself, each once', async () => {
  const [one, other] = [createMetrics({ busy: 1, waiting: 0 }), createMetrics({ busy: 2, waiting: 0 })]
  for (const [metrics, busy] of [
    [one, 1],
    [other, 2],
  ] as const) {
    const { text } = await metrics.expose()
    expect(text.match(/^# TYPE anneal_nodejs_gc_duration_seconds histogram$/gm)).toHaveLength(1)
    expect(text).toMatch(new RegExp(`^anneal_sandboxes_busy ${busy}$`, 'm'))
    const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
    expect(new Set(names).size).toBe(names.length)
  }
})

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']
const seriesIn = (text: string) => text.match(/^anneal_http_request_seconds_count\{/gm)?.length

it('attack: methods and statuses that senders and servers invent share one label', async () => {
  const metrics = createMetrics({ busy: 0, waiting: 0 })
  for (const method of ['GET', 'PROPFIND', 'LINK', 'X'.repeat(1000)])
    for (let status = 200; status < 1000; status++)
      metrics.observeRequest({ method, route: 'e2b port', status, seconds: 1 })
  const { text } = await metrics.expose()
  expect(seriesIn(text)).toBeLessThan(200)
  expect(text).toMatch(/_count\{method="GET",route="e2b port",status="404"\} 1$/m)
  expect(text).toMatch(/_count\{method="other",route="e2b port",status="2xx"\} \d+$/m)
  expect(text.match(/^# TYPE anneal_http_request_seconds /gm)).toHaveLength(1)
})

it('attack: the largest possible request metrics are written without a stall, and once for simultaneous readers', async () => {
  const metrics = createMetrics({ busy: 0, waiting: 0 })
  for (let route = 0; route < 150; route++)
    for (const method of METHODS)
      for (const status of [200, 201, 204, 400, 401, 403, 404, 409, 413, 429, 500, 503])
        metrics.observeRequest({ method, route: `/v1/${route}`, status, seconds: 1 })
  const watch = watchMainThread()
  const [first, second] = await Promise.all([metrics.expose(), metrics.expose()])
  watch.stop()
  expectShortTurn(watch.longestMs(), 50)
  expect(seriesIn(first.text)).toBe(150 * 8 * 12)
  expect(second.text === first.text).toBe(true)
  expect((await metrics.expose()).text).toMatch(/_bucket\{le="\+Inf",method="GET",route="\/v1\/7",status="200"\} 1$/m)
})
