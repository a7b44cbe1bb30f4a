import { bashSnippets } from './bash/bash-snippets.ts'
import type { KernelSnippets } from './checks.ts'
import { javascriptSnippets, typescriptSnippets } from './node/node-snippets.ts'
import { pythonSnippets } from './python/python-snippets.ts'
import { rSnippets } from './r/r-snippets.ts'
import { sqlSnippets } from './sql/sql-snippets.ts'

/** The snippets of every language, for checks and soaks. */
export const kernelSnippets: readonly KernelSnippets[] = [
  pythonSnippets,
  javascriptSnippets,
  typescriptSnippets,
  bashSnippets,
  sqlSnippets,
  rSnippets,
]
