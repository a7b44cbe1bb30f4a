import type { Limits } from '../contract/limits.ts'
import type { Contexts } from '../kernel/contexts.ts'
import type { NetworkPolicy } from '../sandbox/network.ts'
import type { LimitsKind, Sandbox, SandboxOrigin } from '../sandbox/sandbox.ts'

/** A sandbox that lives until its owner, or the engine, ends it. */
export interface LiveSandbox {
  readonly id: string
  readonly metadata: Record<string, string>
  readonly limits: Limits
  /** Files, commands, processes, ports. */
  readonly sandbox: Sandbox
  /** Live interpreters. */
  readonly contexts: Contexts
  readonly startedFrom: SandboxOrigin
  readonly limitsBy: LimitsKind
  /** Replaces the whole policy at once. */
  setNetwork(policy: NetworkPolicy): Promise<void>
  /** Freezes the sandbox; it answers nothing until `resume`. */
  pause(): Promise<void>
  resume(): Promise<void>
  /** Resolves when nothing of it is left; may be called more than once. */
  destroy(): Promise<void>
  /** Resolves when the sandbox is gone, by `destroy` or by itself. */
  readonly ended: Promise<void>
}
