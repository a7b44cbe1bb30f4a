import { expect, it } from 'vitest'
import { createFakeHost } from '../fake-host.fixture.ts'
import { completeLine } from './complete-line.ts'
import type { ShellState } from './shell-state.ts'

const variables = ['total', 'totals', 'Über', 'rest'].map((name) => ({ name }))
const attributes = async (_session: string, { of }: { of: string }) => ({
  names: of === 'table.columns' ? ['size'] : ['__len__', 'count', 'columns', 'head'],
})
const state = {
  ...{ host: createFakeHost().host, call: {}, sessionId: 'ses', language: { language: 'python', name: 'python' } },
  client: { sessions: { variables: { list: async () => ({ variables }), attributes } } },
} as unknown as ShellState

it.each([
  ['print(tot', ['total', 'totals'], 'tot'],
  ['x = rest + Ü', ['Über'], 'Ü'],
  ['nothing', [], 'nothing'],
  ['total.tot', [], 'tot'],
  ['print(table.', ['count', 'columns', 'head'], ''],
  ['x + table.co', ['count', 'columns'], 'co'],
  ['table.__l', ['__len__'], '__l'],
  ['table.columns.s', ['size'], 's'],
  ['made().co', [], ''],
  ['rows[0].co', [], ''],
  ['/ch', ['/checkpoint'], '/ch'],
  ['/q', ['/quit'], '/q'],
  ['/py', ['/python'], '/py'],
  ['    ', ['        '], '    '],
])('Tab behind %j offers %j', async (line, offers, replaced) => {
  expect(await completeLine(state, line)).toEqual([offers, replaced])
})
