import { describe, it } from 'vitest'
import { kernelChecksOf } from '../checks.ts'
import { openKernelSandbox } from '../kernel-sandbox.fixture.ts'
import { pythonSnippets } from './python-snippets.ts'

describe('the Python kernel keeps every promise of a kernel', () => {
  it.each(kernelChecksOf(pythonSnippets))('$id', ({ run }) =>
    run({ snippets: pythonSnippets, open: openKernelSandbox }),
  )
})
