import { EngineError } from '../contract/errors.ts'
import type { SandboxSpec } from './sandbox.ts'

/** Refuses a system, and namespaces inside, for providers that offer sandboxes with one user and a workspace. */
export function refuseSystem({ system, nested }: SandboxSpec): void {
  if (system) throw new EngineError('UNSUPPORTED', { what: 'A sandbox that is a whole system' })
  if (nested) throw new EngineError('UNSUPPORTED', { what: 'A sandbox with namespaces inside' })
}
