import perfHooks from 'node:perf_hooks'
import { expect, it, vi } from 'vitest'
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

it('every engine tells of the process and of itself, each once', async () => {
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
