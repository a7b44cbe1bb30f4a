import { expect, test } from 'vitest'
import { ADA, cellsIn } from './support/cells.ts'
import { withEngine } from './support/engine.ts'

test('sessions that come while the only room is being freed wait for it, and each gets in', () =>
  withEngine({ env: { ANNEAL_ACTIVE_SESSIONS: '1' } }, async ({ engine }) => {
    const { sessions } = engine
    const [first = '', second = ''] = await Promise.all([0, 1].map(async () => (await sessions.create({}, 'ada')).id))
    for (const [id, other] of [
      [first, second],
      [second, first],
    ] as const) {
      await cellsIn(engine, id)('x = 1')
      const leaving = [sessions.memory.freeze(id), sessions.memory.unload(id)]
      const [cell] = await Promise.all([cellsIn(engine, other)('y = 2'), ...leaving])
      expect(cell.outcome).toBe('ok')
      expect(sessions.memory.size()).toBe(1)
    }
    const variables = await sessions.variables.list(first, ADA)
    expect(variables.map(({ name }) => name).sort()).toEqual(['x', 'y'])
  }))
