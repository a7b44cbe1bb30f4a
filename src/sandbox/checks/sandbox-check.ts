import type { Check } from '../../contract/check.ts'
import type { Capability, SandboxProvider } from '../sandbox.ts'

export type CheckGroup = 'behaviour' | 'files' | 'limits' | 'network' | 'kernel' | 'agent' | 'leftovers'

/** A promise of every sandbox provider. */
export interface SandboxCheck extends Check<SandboxProvider> {
  group: CheckGroup
  /** Capabilities that the check uses; a provider that does not declare them must refuse. */
  needs?: Capability[]
  /** One of the few checks that together show every wall in less than a second: a server runs them before it serves. */
  quick?: true
}
