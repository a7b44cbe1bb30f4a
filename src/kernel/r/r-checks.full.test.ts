import { describe, it } from 'vitest'
import { kernelChecksOf } from '../checks.ts'
import { openKernelSandbox } from '../kernel-sandbox.fixture.ts'
import { rSnippets } from './r-snippets.ts'

describe('the R kernel keeps every promise of a kernel', () => {
  it.each(kernelChecksOf(rSnippets))('$id', ({ run }) => run({ snippets: rSnippets, open: openKernelSandbox }))
})
