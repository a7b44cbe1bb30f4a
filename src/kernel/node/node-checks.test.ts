import { describe, it } from 'vitest'
import { kernelChecksOf } from '../checks.ts'
import { openKernelBox } from '../kernel-box.fixture.ts'
import { javascriptSnippets as snippets } from './node-snippets.ts'

describe('the JavaScript kernel keeps every promise of a kernel', () => {
  it.each(kernelChecksOf(snippets))('$id', ({ run }) => run({ snippets, open: openKernelBox }))
})
