import { beforeAll, describe, expect, it } from 'vitest'
import { type Outcome, outcomeOf, runChecksAs } from '../as-user.fixture.ts'
import { systemAttacks } from './system-attacks.fixture.ts'

if (process.getuid?.() === 0) {
  describe('a system holds every attack, made by an ordinary user with users from /etc/subuid', () => {
    const uid = 1_750_000_000 + process.pid
    let outcomes = new Map<string, Outcome>()
    beforeAll(async () => {
      outcomes = await runChecksAs({ uid, start: 'system', ids: systemAttacks.map(({ id }) => id) })
    })

    it.each(systemAttacks)('$id', ({ id }) => {
      expect(outcomeOf(outcomes, id)).toEqual({ id, problem: null, uid })
    })
  })
}
