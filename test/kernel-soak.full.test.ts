import { expect, test } from 'vitest'
import { soakKernel } from '../soak/kernel-cells.ts'
import { openKernelSandbox } from '../src/kernel/kernel-sandbox.fixture.ts'
import { kernelSnippets } from '../src/kernel/kernel-snippets.ts'

/** The short form of soak/kernels.ts: as many cells as its list has, so that each kind occurs. */
const CELLS = 100

test.each(kernelSnippets)('$language survives cells of every kind, each with its exact end', async (snippets) => {
  const { contexts, destroy } = await openKernelSandbox()
  const { failures, timesMs } = await soakKernel({ contexts, snippets, cells: CELLS })
  await destroy()
  expect(failures).toEqual([])
  expect(timesMs.recall?.length).toBeGreaterThan(50)
})
