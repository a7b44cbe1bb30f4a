import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withPodman } from '../sandbox/container/podman-sandboxes.fixture.ts'
import { gvisor } from '../sandbox/gvisor/sandboxes.fixture.ts'
import { warmJail, withWarm } from '../sandbox/jail/pool/warm.fixture.ts'
import type { SandboxProvider } from '../sandbox/sandbox.ts'
import { KERNEL_LIMITS, openSandboxesOf } from './kernel-sandbox.fixture.ts'
import { goesBack } from './python/goes-back.fixture.ts'

const GOES_BACK = 'a mark is gone back to after a crash, and ends what was started since'

describe('a kernel in sandboxes of gVisor', () => {
  // Not every version of gVisor lets a process adopt others, and without that there are no marks.
  it('a mark is gone back to after a crash, or refused with the reason', async () => {
    const marked = await goesBack(openSandboxesOf(() => gvisor))
    const refused = 'this system does not let a process adopt others'
    expect('mark' in marked || marked.unsafe).toSatisfy((told) => told === true || told === refused)
  })
})

describe('a kernel in pooled sandboxes, where it is forked and not started', () => {
  let jail: SandboxProvider
  beforeAll(async () => {
    jail = await warmJail({ limits: KERNEL_LIMITS })
  })
  afterAll(() => jail.close?.())
  it(GOES_BACK, async () => {
    expect(await goesBack(openSandboxesOf(() => withWarm(jail, 'plain')))).toHaveProperty('mark')
  })
})

describe('a kernel in containers', () => {
  const podman = withPodman()
  it(GOES_BACK, async () => {
    expect(await goesBack(openSandboxesOf(() => podman.createProvider()))).toHaveProperty('mark')
  })
})
