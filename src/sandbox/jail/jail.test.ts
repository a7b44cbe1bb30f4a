import { beforeAll, describe, expect, it } from 'vitest'
import { findCgroups } from '../cgroup/find.ts'
import { CHECK_LIMITS } from '../checks/in-box.ts'
import { sandboxChecks } from '../checks.ts'
import { describeSetupFailure } from '../host/setup-failure.ts'
import { type Outcome, outcomeOf, runChecksAs } from './as-user.fixture.ts'
import { createJail } from './jail.ts'

/** A user without an account, and another one for each test run: nothing on this host belongs to it. */
const NOBODY_IN_PARTICULAR = 1_800_000_000 + process.pid
const ROOT = 0
const isRoot = process.getuid?.() === ROOT
const never = new AbortController().signal
let boxes = 0
const newBoxId = () => `jail-test-${process.pid}-${++boxes}`
const cgroups = await findCgroups()
const jail = createJail({ execPath: process.execPath, newBoxId, cgroups })

describe(`the jail keeps every promise of a sandbox, made by ${isRoot ? 'root' : 'an ordinary user'}`, () => {
  it.each(sandboxChecks)('$id', ({ run }) => run(jail))

  it('is held by the strongest limits this host has', async () => {
    const box = await jail.create({ limits: CHECK_LIMITS }, never)
    await box.destroy()
    expect(box.limitsBy).toBe(cgroups?.kind ?? 'rlimits')
  })

  it('says which those are when it is asked for its walls', async () => {
    const uncounted = createJail({ execPath: process.execPath, newBoxId, cgroups: undefined })
    expect((await jail.probe(never)).detail).toMatch(new RegExp(`limits held by .*\\(${cgroups?.kind ?? 'rlimits'}\\)`))
    expect((await uncounted.probe(never)).detail).toMatch(/limits held by each process, .*\(rlimits\)/)
  })
})

if (isRoot) {
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

describe('a box of the jail', () => {
  it('is refused with the reason when it cannot be set up', async () => {
    const mounts = [{ source: '/no/such/directory', target: '/data', readOnly: true }]
    const refused = { code: 'SANDBOX_UNAVAILABLE', message: expect.stringContaining('/no/such/directory') }
    await expect(jail.create({ limits: CHECK_LIMITS, mounts }, never)).rejects.toMatchObject(refused)
  })

  it('is refused with the reason when bubblewrap cannot be started', async () => {
    const broken = createJail({
      execPath: process.execPath,
      newBoxId,
      cgroups,
      weaken: (host) => ({ ...host, bubblewrap: '/no/such/bwrap' }),
    })
    const refused = { code: 'SANDBOX_UNAVAILABLE', message: expect.stringContaining('ENOENT') }
    await expect(broken.create({ limits: CHECK_LIMITS }, never)).rejects.toMatchObject(refused)
  })

  it('knows the remedy for a host that forbids user namespaces', () => {
    const { remedy } = describeSetupFailure('bwrap: setting up uid map: Permission denied')
    expect(remedy).toContain('sysctl')
  })
})
