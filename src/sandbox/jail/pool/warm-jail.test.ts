import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxChecks } from '../../checks.ts'
import type { BoxOrigin, SandboxProvider } from '../../sandbox.ts'
import { type Outcome, outcomeOf, runChecksAs } from '../as-user.fixture.ts'
import { warmJail } from './warm.fixture.ts'

const jail = await warmJail({ floor: 2, ceiling: 8 })
afterAll(() => jail.close?.())

/** Number of times that a pooled sandbox is asked for; on a busy host it takes a while until the next one waits. */
const TRIES = 10
const PAUSE_MS = 50

/** The jail as the engine uses it, with a record of the sandboxes' origins. */
const origins: BoxOrigin[] = []
const warm: SandboxProvider = {
  ...jail,
  create: async (spec, signal) => {
    const ask = () => jail.create({ warm: 'python', ...spec }, signal)
    let control = await ask()
    for (let tries = 1; control.startedFrom === 'cold' && tries < TRIES; tries++) {
      await control.destroy()
      await delay(PAUSE_MS)
      control = await ask()
    }
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
    })

    it.each(attacks)('$id', ({ id }) => {
      expect(outcomeOf(outcomes, id)).toEqual({ id, problem: null, uid })
    })
  })
}
