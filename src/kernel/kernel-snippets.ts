import type { KernelSnippets } from './checks.ts'
import { pythonSnippets } from './python/python-snippets.ts'

/** The snippets of every language, for checks and soaks. */
export const kernelSnippets: readonly KernelSnippets[] = [pythonSnippets]
