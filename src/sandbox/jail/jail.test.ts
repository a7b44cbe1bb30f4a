import { describe, expect, it } from 'vitest'
import { findCgroups } from '../cgroup/find.ts'
import { checkGroups, WALLS } from '../checks/check-groups.fixture.ts'
import { CHECK_LIMITS } from '../checks/in-sandbox.ts'
import { describeSetupFailure } from '../host/setup-failure.ts'
import { createJail } from './jail.ts'

const isRoot = process.getuid?.() === 0
const never = new AbortController().signal
let sandboxes = 0
const newSandboxId = () => `jail-test-${process.pid}-${++sandboxes}`
const cgroups = await findCgroups()
const jail = createJail({ execPath: process.execPath, newSandboxId, cgroups })

describe(`the jail keeps every promise of a sandbox, made by ${isRoot ? 'root' : 'an ordinary user'}`, () => {
  // The pool keeps the rest, in `warm-jail.test.ts`; `jail-behaviour.full.test.ts` has it without a pool.
  checkGroups({ groups: [...WALLS, 'agent'], provider: () => jail })

  it('is held by the strongest limits this host has', async () => {
    const sandbox = await jail.create({ limits: CHECK_LIMITS }, never)
    await sandbox.destroy()
    expect(sandbox.limitsBy).toBe(cgroups?.kind ?? 'rlimits')
  })

  it('names those limits when it is asked for its walls', async () => {
    const uncounted = createJail({ execPath: process.execPath, newSandboxId, cgroups: undefined })
    expect((await jail.probe(never)).detail).toMatch(new RegExp(`limits held by .*\\(${cgroups?.kind ?? 'rlimits'}\\)`))
    expect((await uncounted.probe(never)).detail).toMatch(/limits held by each process, .*\(rlimits\)/)
  })
})

describe('a sandbox of the jail', () => {
  it('is refused with the reason when it cannot be set up', async () => {
    const mounts = [{ source: '/no/such/directory', target: '/data', readOnly: true }]
    const refused = { code: 'SANDBOX_UNAVAILABLE', message: expect.stringContaining('/no/such/directory') }
    await expect(jail.create({ limits: CHECK_LIMITS, mounts }, never)).rejects.toMatchObject(refused)
  })

  it('is refused with the reason when bubblewrap cannot be started', async () => {
    const broken = createJail({
      execPath: process.execPath,
      newSandboxId,
      cgroups,
      weaken: (host) => ({ ...host, bubblewrap: '/no/such/bwrap' }),
    })
    const refused = { code: 'SANDBOX_UNAVAILABLE', message: expect.stringContaining('ENOENT') }
    await expect(broken.create({ limits: CHECK_LIMITS }, never)).rejects.toMatchObject(refused)
  })

  it('is refused with the remedy on a host that forbids user namespaces', () => {
    const { remedy } = describeSetupFailure('bwrap: setting up uid map: Permission denied')
    expect(remedy).toContain('sysctl')
  })
})
