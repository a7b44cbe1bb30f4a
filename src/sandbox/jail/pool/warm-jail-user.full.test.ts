import { beforeAll, describe, expect, it } from 'vitest'
import { sandboxChecks } from '../../checks.ts'
import { type Outcome, outcomeOf, runChecksAs } from '../as-user.fixture.ts'

if (process.getuid?.() === 0) {
  describe('a pooled sandbox holds every attack, made by a user without rights', () => {
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
