import { describe, it } from 'vitest'
import { kernelChecksOf } from '../checks.ts'
import { openKernelSandbox } from '../kernel-sandbox.fixture.ts'
import { javascriptSnippets as snippets } from './node-snippets.ts'

describe('the JavaScript kernel keeps every promise of a kernel', () => {
  it.each(kernelChecksOf(snippets))('$id', ({ run }) => run({ snippets, open: openKernelSandbox }))
})
