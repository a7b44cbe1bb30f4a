import { describe, expect, it } from 'vitest'
import type { MachineLog } from '../../../engine.ts'
import { callRow, machinesWith } from './control-call.fixture.ts'
import { logRoutes } from './log-routes.ts'

describe('logs', () => {
  const lines: MachineLog[] = [
    { atMs: 1000, level: 'info', message: 'made' },
    { atMs: 2000, level: 'debug', message: 'looked' },
    { atMs: 3000, level: 'error', message: 'fell over' },
    { atMs: 4000, level: 'warn', message: 'paused' },
  ]
  const rows = logRoutes({ machines: machinesWith({ logs: async () => lines }) })
  const messages = async (query: string) => {
    const { body } = await callRow(rows, { path: `/v2/sandboxes/mch1/logs?${query}` })
    return (body as { logs: { message: string }[] }).logs.map(({ message }) => message)
  }

  it('go forward from the cursor, or backward from it', async () => {
    expect(await messages('')).toEqual(['made', 'looked', 'fell over', 'paused'])
    expect(await messages('cursor=2000&limit=2')).toEqual(['looked', 'fell over'])
    expect(await messages('cursor=2000&direction=backward')).toEqual(['looked', 'made'])
    expect(await messages('direction=backward&limit=1')).toEqual(['paused'])
    expect(await messages('limit=0')).toEqual([])
  })

  it('are those of a level and above, and with a text', async () => {
    expect(await messages('level=warn')).toEqual(['fell over', 'paused'])
    expect(await messages('search=ed')).toEqual(['looked', 'paused'])
    expect(await messages('search=Fell')).toEqual([])
  })

  it('are told in both forms to clients of the first generation', async () => {
    const { body } = await callRow(rows, { path: '/sandboxes/mch1/logs?start=4000' })
    expect(body).toEqual({
      logs: [{ timestamp: '1970-01-01T00:00:04.000Z', line: 'paused' }],
      logEntries: [{ timestamp: '1970-01-01T00:00:04.000Z', level: 'warn', message: 'paused', fields: {} }],
    })
  })

  it.each(['limit=1001', 'direction=up', 'level=loud', `search=${'x'.repeat(257)}`, 'cursor=-1'])(
    'are refused for %s',
    async (query) => {
      expect(await callRow(rows, { path: `/v2/sandboxes/mch1/logs?${query}` })).toMatchObject({ status: 400 })
    },
  )
})
