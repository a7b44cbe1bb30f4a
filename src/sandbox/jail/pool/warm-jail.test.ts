import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxChecks } from '../../checks.ts'
import type { BoxOrigin, SandboxProvider } from '../../sandbox.ts'
import { type Outcome, runChecksAs } from '../as-user.fixture.ts'
import { warmJail } from './warm.fixture.ts'

const jail = await warmJail({ floor: 2, ceiling: 8 })
afterAll(() => jail.close?.())

/** The jail as the engine uses it, with a record of where boxes came from. */
const origins: BoxOrigin[] = []
const warm: SandboxProvider = {
  ...jail,
  create: async (spec, signal) => {
    const control = await jail.create({ warm: 'python', ...spec }, signal)
    origins.push(control.startedFrom)
    return control
  },
}

describe('a box that waited keeps every promise of a sandbox', () => {
  it.each(sandboxChecks)('$id', ({ run }) => run(warm))

  it('and hardly any of them was made from nothing', () => {
    const cold = origins.filter((origin) => origin === 'cold')
    expect(cold.length, `${cold.length} of ${origins.length}`).toBeLessThan(origins.length / 10)
  })
})

if (process.getuid?.() === 0) {
  describe('a box that waited holds every attack, made by a user without rights', () => {
    const uid = 1_700_000_000 + process.pid
    const attacks = sandboxChecks.filter(({ group }) => group !== 'behaviour')
    let outcomes = new Map<string, Outcome>()
    beforeAll(async () => {
      outcomes = await runChecksAs({ uid, start: 'warm', ids: attacks.map(({ id }) => id) })
    }, 240_000)

    it.each(attacks)('$id', ({ id }) => {
      expect(outcomes.get(id)).toEqual({ id, problem: null, uid })
    })
  })
}
