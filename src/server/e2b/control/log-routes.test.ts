import { describe, expect, it } from 'vitest'
import { EngineError } from '../../../contract/errors.ts'
import type { EngineEvent } from '../../../contract/event.ts'
import { callRow } from './control-call.fixture.ts'
import { logRoutes } from './log-routes.ts'

describe('logs', () => {
  const told = [
    { seq: 1, at: 1000, type: 'machine.created' },
    { seq: 2, at: 2000, type: 'machine.changed', endAtMs: 5000 },
    { seq: 3, at: 3000, type: 'machine.warned', message: 'it does not fit' },
    { seq: 4, at: 4000, type: 'machine.paused', hasMemory: false },
  ] as EngineEvent[]
  const [made, looked, fell, paused] = [
    ...['The sandbox was started.', 'The sandbox was changed; its time is over at 1970-01-01T00:00:05.000Z.'],
    ...['it does not fit', 'The sandbox was paused.'],
  ]
  const rowsOf = (events: EngineEvent[]) => logRoutes({ events: { page: async () => ({ events, next: '' }) } })
  const rows = rowsOf(told)
  const messages = async (query: string) => {
    const { body } = await callRow(rows, { path: `/v2/sandboxes/mch1/logs?${query}` })
    return (body as { logs: { message: string }[] }).logs.map(({ message }) => message)
  }

  it('go forward from the cursor, or backward from it', async () => {
    expect(await messages('')).toEqual([made, looked, fell, paused])
    expect(await messages('cursor=2000&limit=2')).toEqual([looked, fell])
    expect(await messages('cursor=2000&direction=backward')).toEqual([looked, made])
    expect(await messages('direction=backward&limit=1')).toEqual([paused])
    expect(await messages('limit=0')).toEqual([])
  })

  it('are those of a level and above, and with a text', async () => {
    expect(await messages('level=warn')).toEqual([fell])
    expect(await messages('search=ed')).toEqual([made, looked, paused])
    expect(await messages('search=Paused')).toEqual([])
  })

  it('are reported in both forms to clients of the first generation', async () => {
    const { body } = await callRow(rows, { path: '/sandboxes/mch1/logs?start=4000' })
    expect(body).toEqual({
      logs: [
        {
          timestamp: '1970-01-01T00:00:04.000Z',
          line: JSON.stringify({ level: 'info', logger: 'sandbox', message: paused }),
        },
      ],
      logEntries: [{ timestamp: '1970-01-01T00:00:04.000Z', level: 'info', message: paused, fields: {} }],
    })
  })

  it('say where the store keeps no more, and that there is no such sandbox', async () => {
    const thinned = rowsOf(told.filter(({ seq }) => seq === 1 || seq === 4))
    const { body } = await callRow(thinned, { path: '/v2/sandboxes/mch1/logs' })
    expect(body).toMatchObject({
      logs: [{ message: made }, { level: 'warn', message: '2 lines are no longer kept.' }, { message: paused }],
    })
    const page = async () => Promise.reject(new EngineError('SUBJECT_NOT_FOUND', { subject: 'machine:mch1' }))
    expect(await callRow(logRoutes({ events: { page } }), { path: '/v2/sandboxes/mch1/logs' })).toMatchObject({
      status: 404,
      body: { message: expect.stringContaining('mch1') },
    })
  })

  it.each(['limit=1001', 'direction=up', 'level=loud', `search=${'x'.repeat(257)}`, 'cursor=-1'])(
    'are refused for %s',
    async (query) => {
      expect(await callRow(rows, { path: `/v2/sandboxes/mch1/logs?${query}` })).toMatchObject({ status: 400 })
    },
  )
})
