import type { RouteInput } from '../http/route.ts'

/** The session that a request names, and who asks. */
export const sessionOf = ({
  params,
  caller,
  request,
}: Pick<RouteInput<unknown, unknown>, 'params' | 'caller' | 'request'>) =>
  [params.sessionId ?? '', { userId: caller.userId, signal: request.signal }] as const
