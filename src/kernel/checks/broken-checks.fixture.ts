import { expect } from 'vitest'
import { type KernelCheck, type KernelSnippets, kernelChecksOf } from '../checks.ts'
import { openKernelSandbox } from '../kernel-sandbox.fixture.ts'
import { kernelSnippets } from '../kernel-snippets.ts'
import { breakages } from './broken-contexts.fixture.ts'

/** Each check once, with the first language that promises it. */
export const brokenChecks = [
  ...new Map(
    kernelSnippets
      .toReversed()
      .flatMap((snippets) => kernelChecksOf(snippets).map((check) => [check.id, { ...check, snippets }])),
  ).values(),
]

/** The check must fail on contexts that are broken for it. */
export async function expectNoticed({ id, run, snippets }: KernelCheck & { snippets: KernelSnippets }): Promise<void> {
  const breakage = breakages.find(({ noticedBy }) => noticedBy.includes(id))
  if (!breakage) throw new Error('nothing is broken for it')
  const open = async () => {
    const { contexts, destroy } = await openKernelSandbox()
    return { contexts: { ...contexts, ...breakage.breaks(contexts) }, destroy }
  }
  await expect(run({ snippets, open }), breakage.name).rejects.toThrow()
}
