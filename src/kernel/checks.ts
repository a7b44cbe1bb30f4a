import { steadily } from '../sandbox/checks/steadily.ts'
import { endingChecks } from './checks/endings.ts'
import { keptChecks } from './checks/kept.ts'
import type { KernelCheck, KernelSnippets } from './checks/kernel-check.ts'
import { outputChecks } from './checks/output.ts'
import { stateChecks } from './checks/state.ts'

export type { KernelCheck, KernelSnippets, KernelUnderTest } from './checks/kernel-check.ts'

/** The promises of every live interpreter, in any language. */
const kernelChecks: KernelCheck[] = [...stateChecks, ...keptChecks, ...outputChecks, ...endingChecks].map((check) =>
  steadily(check),
)

/** The promises of a language: all those that it has snippets for. */
export function kernelChecksOf(snippets: KernelSnippets): KernelCheck[] {
  return kernelChecks.filter(({ needs }) => needs === undefined || snippets[needs] !== undefined)
}
