import { beforeAll, describe, expect, it } from 'vitest'
import { sandboxChecks } from '../checks.ts'
import { type Outcome, outcomeOf, runChecksAs } from './as-user.fixture.ts'

/** A user without an account, and another one for each test run: nothing on this host belongs to it. */
const NOBODY_IN_PARTICULAR = 1_800_000_000 + process.pid
const ROOT = 0

if (process.getuid?.() === ROOT) {
  describe('the jail keeps every promise of a sandbox, made by a user without rights', () => {
    let outcomes = new Map<string, Outcome>()
    beforeAll(async () => {
      outcomes = await runChecksAs({ uid: NOBODY_IN_PARTICULAR, start: 'cold' })
    })

    it.each(sandboxChecks)('$id', ({ id }) => {
      expect(outcomeOf(outcomes, id)).toEqual({ id, problem: null, uid: NOBODY_IN_PARTICULAR })
    })
  })
} else {
  describe('the jail made by root', () => {
    it('cannot be tried by a user who is not root', async () => {
      await expect(runChecksAs({ uid: ROOT, start: 'cold' })).rejects.toMatchObject({ code: 'EPERM' })
    })
  })
}
