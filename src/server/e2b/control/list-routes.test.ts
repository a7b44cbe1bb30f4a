import { describe, expect, it } from 'vitest'
import type { MachineFilter, MachineInfo } from '../../../engine.ts'
import { CONFIG, callRow, MACHINE, machinesWith } from './control-call.fixture.ts'
import { listRoutes } from './list-routes.ts'

const machine = (n: number, state: MachineInfo['state'] = 'running'): MachineInfo => ({
  ...{ ...MACHINE, id: `mch${n}`, startedAtMs: n, state },
})

describe('a list of sandboxes', () => {
  const filters: MachineFilter[] = []
  const list = async (filter: MachineFilter) => {
    filters.push(filter)
    return [machine(3, 'paused'), machine(2), machine(1)]
  }
  const rows = listRoutes({ machines: machinesWith({ list }), config: CONFIG })
  const idsOf = (body: unknown) => (body as { sandboxID: string }[]).map(({ sandboxID }) => sandboxID)

  it('is filtered by the query', async () => {
    filters.length = 0
    const startedAfter = encodeURIComponent('2026-01-01T00:00:00+01:00')
    await callRow(rows, { path: '/v2/sandboxes' })
    await callRow(rows, {
      path: `/v2/sandboxes?state=paused&template=base&startedAfter=${startedAfter}&metadata=a%3Db`,
    })
    await callRow(rows, { path: '/sandboxes?metadata=a%3Db' })
    expect(filters).toEqual([
      { userId: 'ada', states: ['running', 'paused'] },
      {
        ...{ userId: 'ada', states: ['paused'], template: 'base', metadata: { a: 'b' } },
        startedAfterMs: Date.UTC(2025, 11, 31, 23),
      },
      { userId: 'ada', states: ['running'], metadata: { a: 'b' } },
    ])
  })

  it('comes in pages with the number of running ones, the newest first by default', async () => {
    const first = await callRow(rows, { path: '/v2/sandboxes?limit=2' })
    expect(idsOf(first.body)).toEqual(['mch3', 'mch2'])
    expect(first.headers?.['x-total-running']).toBe('2')
    const rest = await callRow(rows, { path: `/v2/sandboxes?limit=2&nextToken=${first.headers?.['x-next-token']}` })
    expect(idsOf(rest.body)).toEqual(['mch1'])
    expect(rest.headers).toEqual({ 'x-total-running': '2' })
    expect(idsOf((await callRow(rows, { path: '/v2/sandboxes?order=asc' })).body)).toEqual(['mch1', 'mch2', 'mch3'])
    expect((await callRow(rows, { path: '/v2/sandboxes?state=paused' })).headers).toBeUndefined()
  })

  it('shows no tokens', async () => {
    const { body } = await callRow(rows, { path: '/v2/sandboxes' })
    expect(JSON.stringify(body)).not.toContain('access-token')
  })

  it.each([
    'limit=0',
    'limit=101',
    'limit=x',
    'state=dead',
    'order=up',
    'startedAfter=now',
    'nextToken=%21',
    'metadata=%25zz',
  ])('is refused for %s', async (query) => {
    expect(await callRow(rows, { path: `/v2/sandboxes?${query}` })).toMatchObject({ status: 400, body: { code: 400 } })
  })
})
