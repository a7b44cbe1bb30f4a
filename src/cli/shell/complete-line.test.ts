import { expect, it } from 'vitest'
import { createFakeHost } from '../fake-host.fixture.ts'
import { completeLine } from './complete-line.ts'
import type { ShellState } from './shell-state.ts'

const variables = ['total', 'totals', 'Über', 'rest'].map((name) => ({ name }))
const state = {
  ...{ host: createFakeHost().host, call: {}, sessionId: 'ses', language: { language: 'python', name: 'python' } },
  client: { sessions: { variables: { list: async () => ({ variables }) } } },
} as unknown as ShellState

it.each([
  ['print(tot', ['total', 'totals'], 'tot'],
  ['x = rest + Ü', ['Über'], 'Ü'],
  ['nothing', [], 'nothing'],
  ['total.tot', [], ''],
  ['/ch', ['/checkpoint'], '/ch'],
  ['/q', ['/quit'], '/q'],
  ['/py', ['/python'], '/py'],
  ['    ', ['        '], '    '],
])('Tab behind %j offers %j', async (line, offers, replaced) => {
  expect(await completeLine(state, line)).toEqual([offers, replaced])
})
