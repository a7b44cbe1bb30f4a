import type { Check } from '../../contract/check.ts'
import type { Capability, SandboxProvider } from '../sandbox.ts'

export type CheckGroup = 'behaviour' | 'files' | 'limits' | 'network' | 'kernel' | 'agent' | 'leftovers'

/** A promise of every sandbox provider. */
export interface SandboxCheck extends Check<SandboxProvider> {
  group: CheckGroup
  /** What the provider must have declared; one that has not must refuse to do it. */
  needs?: Capability[]
  /** One of the few that together show every wall in less than a second: a server tries them before it serves. */
  quick?: true
}
