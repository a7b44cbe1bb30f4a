import { describe, expect, it } from 'vitest'
import { openFilter } from './weak-filter.fixture.ts'
import { uncountedJail, weakJail } from './weak-jail.fixture.ts'
import { ANSWERED_BY_THE_KERNEL } from './weak-kernel.fixture.ts'
import { HELD_BY_THE_AGENT, UNWATCHED } from './weak-limits.fixture.ts'
import { coarseKernel } from './weak-tree.fixture.ts'
import { checkOf, expectNoticed, weakened } from './weakened.fixture.ts'

describe('a wall that was taken away is noticed', () => {
  it.each(Object.entries(weakened))('%s', expectNoticed)
})

describe('a host without control groups', () => {
  const whole = uncountedJail([])
  it.each(HELD_BY_THE_AGENT)('%s, which is noticed when the agent does not look', async (id) => {
    await checkOf(id)?.run(whole)
    await expectNoticed(id, UNWATCHED)
  })
})

describe('a kernel that tells the time in ticks', () => {
  const id = 'a-tree-tells-changes-that-leave-no-trace-in-the-times-of-a-file'
  it(id, () => checkOf(id)?.run(coarseKernel()))
})

describe('the kernel answers itself without its filter', () => {
  const open = weakJail([openFilter])
  it.each(ANSWERED_BY_THE_KERNEL)('%s', async (id) => {
    await expect(checkOf(id)?.run(open)).rejects.toThrow(/let through to the kernel/)
  })
})
