/** The user that a request comes from. */
export interface Caller {
  userId: string
  admin: boolean
  /** Absent for a key of the configuration, which is not stored. */
  keyId?: string
}
