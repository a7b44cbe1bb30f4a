/** Public entry `anneal/testing`: the promises every adapter must keep, to run against one of your own. */
export type { Check } from './contract/check.ts'
export { type KernelCheck, type KernelSnippets, type KernelUnderTest, kernelChecksOf } from './kernel/checks.ts'
export { type LanguageSamples, type LanguageUnderCheck, languageChecks, type ProgramToRun } from './language/checks.ts'
export type { Language } from './language/language.ts'
export { sandboxChecks } from './sandbox/checks.ts'
export type { SandboxProvider } from './sandbox/sandbox.ts'
export { blobChecks, storeChecks } from './store/checks.ts'
export type { Store } from './store/store.ts'
