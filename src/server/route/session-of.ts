import type { RowCall } from '../http/row.ts'

type SessionCall = Pick<RowCall<'{sessionId}'>, 'params' | 'caller' | 'request'>

/** The session that a request names, and who asks. */
export const sessionOf = ({ params, caller, request }: SessionCall) =>
  [params.sessionId, { userId: caller.userId, signal: request.signal }] as const
