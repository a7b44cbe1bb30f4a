import type { KeyScope } from './key-scope.ts'

/** The user that a request comes from. */
export interface Caller {
  userId: string
  scope: KeyScope
  /** Absent for a key of the configuration, which is not stored. */
  keyId?: string
  /** When the key ends by itself. */
  expiresAt?: number
}
