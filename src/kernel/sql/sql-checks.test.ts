import { describe, it } from 'vitest'
import { kernelChecksOf } from '../checks.ts'
import { openKernelSandbox } from '../kernel-sandbox.fixture.ts'
import { sqlSnippets } from './sql-snippets.ts'

describe('the SQL kernel keeps every promise of a kernel', () => {
  it.each(kernelChecksOf(sqlSnippets))('$id', ({ run }) => run({ snippets: sqlSnippets, open: openKernelSandbox }))
})
