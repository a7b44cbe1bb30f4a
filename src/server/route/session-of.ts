import type { RowCall } from '../http/row.ts'

type SessionCall = Pick<RowCall<'{sessionId}'>, 'params' | 'caller' | 'request'>

/** The session of a request, and its caller. */
export const sessionOf = ({ params, caller, request }: SessionCall) =>
  [params.sessionId, { userId: caller.userId, signal: request.signal }] as const
