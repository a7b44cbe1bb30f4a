import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sandboxChecks } from '../checks.ts'
import { weakAgents } from './weak-agent.fixture.ts'
import { weakBetween, weakFiles } from './weak-between.fixture.ts'
import { openFilter } from './weak-filter.fixture.ts'
import { uncountedJail, weakJail } from './weak-jail.fixture.ts'
import { ANSWERED_BY_THE_KERNEL, weakKernels } from './weak-kernel.fixture.ts'
import { HELD_BY_THE_AGENT, UNWATCHED, weakLimits } from './weak-limits.fixture.ts'
import { weakNetworks } from './weak-network.fixture.ts'
import { coarseKernel, weakTrees } from './weak-tree.fixture.ts'

/** The only directory of the host's temporary files that the weak jails are shown. */
const room = mkdtempSync(join(tmpdir(), 'anneal-weak-'))
const before = process.env.TMPDIR
chmodSync(room, 0o755)
process.env.TMPDIR = room
afterAll(() => {
  if (before === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = before
  rmSync(room, { recursive: true, force: true })
})

const weakened = {
  ...weakFiles(),
  ...weakTrees(),
  ...weakLimits(),
  ...weakNetworks(),
  ...weakKernels(),
  ...weakAgents(),
  ...weakBetween(),
}
const checkOf = (id: string) => sandboxChecks.find((check) => check.id === id)

describe('a wall that was taken away is noticed', () => {
  it.each(Object.entries(weakened))('%s', async (id, provider) => {
    // A sandbox that cannot even be made proves nothing.
    await expect(checkOf(id)?.run(provider)).rejects.toMatchObject({ name: 'AssertionError' })
  })

  it('for every attack there is', () => {
    const attacks = sandboxChecks.filter(
      ({ id, group }) => group !== 'behaviour' && (group !== 'files' || /host|^a-tree/.test(id)),
    )
    expect(Object.keys(weakened).sort()).toEqual(attacks.map(({ id }) => id).sort())
  })

  it('while a jail with all of its walls holds', async () => {
    await checkOf('the-host-is-not-read-through-a-link')?.run(weakJail([]))
  })
})

describe('where no control group counts', () => {
  const whole = uncountedJail([])
  it.each(HELD_BY_THE_AGENT)('%s, which is noticed when the agent does not look', async (id) => {
    await checkOf(id)?.run(whole)
    await expect(checkOf(id)?.run(UNWATCHED)).rejects.toMatchObject({ name: 'AssertionError' })
  })
})

describe('on a kernel that tells the time in ticks', () => {
  const id = 'a-tree-tells-changes-that-leave-no-trace-in-the-times-of-a-file'
  it(id, () => checkOf(id)?.run(coarseKernel()))
})

describe('without its filter the kernel answers itself', () => {
  const open = weakJail([openFilter])
  it.each(ANSWERED_BY_THE_KERNEL)('%s', async (id) => {
    await expect(checkOf(id)?.run(open)).rejects.toThrow(/let through to the kernel/)
  })
})
