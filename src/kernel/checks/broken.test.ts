import { describe, expect, it } from 'vitest'
import { kernelChecksOf } from '../checks.ts'
import { openKernelBox } from '../kernel-box.fixture.ts'
import { kernelSnippets } from '../kernel-snippets.ts'
import { breakages } from './broken-contexts.fixture.ts'

/** Each check once, with the first language that promises it. */
const checks = [
  ...new Map(
    kernelSnippets
      .toReversed()
      .flatMap((snippets) => kernelChecksOf(snippets).map((check) => [check.id, { ...check, snippets }])),
  ).values(),
]

describe('every check of a kernel notices', () => {
  it.each(checks)('$id', async ({ id, run, snippets }) => {
    const breakage = breakages.find(({ noticedBy }) => noticedBy.includes(id))
    if (!breakage) throw new Error('nothing is broken for it')
    const open = async () => {
      const { contexts, destroy } = await openKernelBox()
      return { contexts: { ...contexts, ...breakage.breaks(contexts) }, destroy }
    }
    await expect(run({ snippets, open }), breakage.name).rejects.toThrow()
  })

  it('and nothing is broken for a check that is not there', () => {
    const ids = checks.map(({ id }) => id)
    expect(breakages.flatMap(({ noticedBy }) => noticedBy).filter((id) => !ids.includes(id))).toEqual([])
  })
})
