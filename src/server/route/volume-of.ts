import type { RouteInput } from '../http/route.ts'

/** The volume that a path names, of whoever asks. */
export const volumeOf = ({ params, caller }: Pick<RouteInput<unknown, unknown>, 'params' | 'caller'>) => ({
  userId: caller.userId,
  name: params.name ?? '',
})
