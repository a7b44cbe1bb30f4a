import { describe, expect, it } from 'vitest'
import { EngineError } from '../../../contract/errors.ts'
import type { MachineSample, Machines } from '../../../engine.ts'
import { callRow, machinesWith } from './control-call.fixture.ts'
import { metricRoutes } from './metric-routes.ts'

const sample = (atMs: number): MachineSample => ({
  ...{ atMs, cpuCount: 2, cpuUsedPercent: 12.5, memoryUsedBytes: 1, memoryTotalBytes: 2, memoryCacheBytes: 3 },
  ...{ diskUsedBytes: 4, diskTotalBytes: 5 },
})
const metric = {
  ...{ timestamp: '1970-01-01T00:00:05.500Z', timestampUnix: 5, cpuCount: 2, cpuUsedPct: 12.5 },
  ...{ memUsed: 1, memTotal: 2, memCache: 3, diskUsed: 4, diskTotal: 5 },
}

describe('metrics', () => {
  it('cover the requested seconds, whole', async () => {
    const asked: unknown[] = []
    const metrics: Machines['metrics'] = async (_, options) => {
      asked.push(options)
      return [sample(5500)]
    }
    const rows = metricRoutes({ machines: machinesWith({ metrics }) })
    expect(await callRow(rows, { path: '/sandboxes/mch1/metrics?start=5&end=9' })).toEqual({
      status: 200,
      body: [metric],
    })
    await callRow(rows, { path: '/sandboxes/mch1/metrics' })
    expect(asked).toEqual([{ userId: 'ada', fromMs: 5000, toMs: 9999 }, { userId: 'ada' }])
  })

  it.each(['start=9&end=5', 'start=-1', 'start=x', 'end=1e3'])('are refused for %s', async (query) => {
    const rows = metricRoutes({ machines: machinesWith({}) })
    expect(await callRow(rows, { path: `/sandboxes/mch1/metrics?${query}` })).toMatchObject({ status: 400 })
  })

  it('are the newest of each of many sandboxes, and reveal nothing about those of others', async () => {
    const metrics: Machines['metrics'] = async (machineId) => {
      if (machineId === 'other') throw new EngineError('MACHINE_NOT_FOUND', { machineId })
      return machineId === 'young' ? [] : [sample(1), sample(5500)]
    }
    const rows = metricRoutes({ machines: machinesWith({ metrics }) })
    expect(await callRow(rows, { path: '/sandboxes/metrics?sandbox_ids=mch1,young,other,NONE,mch1' })).toEqual({
      status: 200,
      body: { sandboxes: { mch1: metric } },
    })
    expect(await callRow(rows, { path: '/sandboxes/metrics' })).toMatchObject({ status: 400 })
    const many = Array.from({ length: 101 }, (_, n) => `m${n}`).join()
    expect(await callRow(rows, { path: `/sandboxes/metrics?sandbox_ids=${many}` })).toMatchObject({ status: 400 })
  })
})
