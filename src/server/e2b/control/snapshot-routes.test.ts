import { describe, expect, it } from 'vitest'
import type { Images, Snapshot } from '../../../engine.ts'
import { callRow, machinesWith } from './control-call.fixture.ts'
import { snapshotRoutes } from './snapshot-routes.ts'

describe('snapshots', () => {
  const snapshot = (n: number): Snapshot => ({
    id: `tpl${n}:default`,
    names: [`n${n}`],
    machineId: 'mch1',
    createdAtMs: n,
  })
  const images: Pick<Images, 'listSnapshots' | 'remove'> = {
    listSnapshots: async ({ machineId, name }) =>
      machineId === 'mch1' || name === 'n' ? [snapshot(1), snapshot(2)] : [],
    remove: async (id) => id === 'team/name:v1',
  }
  const taken: unknown[] = []
  const machines = machinesWith({
    snapshot: async (_, options) => {
      taken.push(options)
      return snapshot(1)
    },
  })
  const rows = snapshotRoutes({ machines, images })

  it('are taken with or without a name', async () => {
    const call = { method: 'POST', path: '/sandboxes/mch1/snapshots' }
    expect(await callRow(rows, call)).toEqual({ status: 201, body: { snapshotID: 'tpl1:default', names: ['n1'] } })
    await callRow(rows, { ...call, body: { name: 'mine:v2' } })
    expect(taken).toEqual([{ userId: 'ada' }, { userId: 'ada', name: 'mine:v2' }])
    expect(await callRow(rows, { ...call, body: { name: 'a b' } })).toMatchObject({ status: 400 })
  })

  it('are listed in pages, of one sandbox or by a name', async () => {
    const first = await callRow(rows, { path: '/snapshots?sandboxID=mch1&limit=1' })
    expect(first.body).toEqual([{ snapshotID: 'tpl2:default', names: ['n2'] }])
    const token = first.headers?.['x-next-token']
    expect(await callRow(rows, { path: `/snapshots?name=n&nextToken=${token}` })).toEqual({
      status: 200,
      body: [{ snapshotID: 'tpl1:default', names: ['n1'] }],
    })
    expect((await callRow(rows, { path: '/snapshots' })).body).toEqual([])
  })

  it('are removed by an id with a slash and a colon; a missing one is not found', async () => {
    const remove = (id: string) => callRow(rows, { method: 'DELETE', path: `/templates/${encodeURIComponent(id)}` })
    expect(await remove('team/name:v1')).toEqual({ status: 204 })
    expect(await remove('other')).toMatchObject({ status: 404, body: { code: 404 } })
    expect(await remove('nul\0')).toMatchObject({ status: 404 })
  })
})
