import { describe, it } from 'vitest'
import { kernelChecksOf } from '../checks.ts'
import { openKernelSandbox } from '../kernel-sandbox.fixture.ts'
import { bashSnippets } from './bash-snippets.ts'

describe('the Bash kernel keeps every promise of a kernel', () => {
  it.each(kernelChecksOf(bashSnippets))('$id', ({ run }) => run({ snippets: bashSnippets, open: openKernelSandbox }))
})
