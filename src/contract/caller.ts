import type { KeyScope } from './key-scope.ts'
import type { TokenRights, TokenSubject } from './token.ts'

/** The user that a request comes from. */
export interface Caller {
  userId: string
  scope: KeyScope
  /** Absent for a key of the configuration, which is not stored. */
  keyId?: string
  /** The key as it is kept, that of the configuration too; absent for nobody. */
  keyHash?: string
  /** When the key, or the token, ends by itself. */
  expiresAt?: number
  /** The id of the sign-in to the console that the request came by. */
  signIn?: string
  /** Present for a caller with a token: everything that it may reach. */
  token?: { id: string; opens: TokenSubject; rights: TokenRights }
}
