/** The user that a request comes from. */
export interface Caller {
  userId: string
  admin: boolean
}
