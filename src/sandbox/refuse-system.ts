import { EngineError } from '../contract/errors.ts'
import type { SandboxSpec } from './sandbox.ts'

/** Refuses a system, for providers that offer sandboxes with one user and a workspace. */
export function refuseSystem({ system }: SandboxSpec): void {
  if (system) throw new EngineError('UNSUPPORTED', { what: 'A sandbox that is a whole system' })
}
