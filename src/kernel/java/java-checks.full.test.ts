import { describe, it } from 'vitest'
import { kernelChecksOf } from '../checks.ts'
import { openKernelSandbox } from '../kernel-sandbox.fixture.ts'
import { javaSnippets } from './java-snippets.ts'

describe('the Java kernel keeps every promise of a kernel', () => {
  const unmarked = /cannot be copied/
  it.each(kernelChecksOf(javaSnippets))('$id', ({ run }) =>
    run({ snippets: javaSnippets, open: openKernelSandbox, unmarked }),
  )
})
