import { describe, it } from 'vitest'
import { kernelChecksOf } from '../checks.ts'
import { openKernelBox } from '../kernel-box.fixture.ts'
import { javascriptSnippets, typescriptSnippets } from './node-snippets.ts'

describe.each([
  ['JavaScript', javascriptSnippets],
  ['TypeScript', typescriptSnippets],
])('the %s kernel keeps every promise of a kernel', (_name, snippets) => {
  it.each(kernelChecksOf(snippets))('$id', ({ run }) => run({ snippets, open: openKernelBox }))
})
