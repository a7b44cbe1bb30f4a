import type { RowCall } from '../http/row.ts'

/** The caller's volume that the path names. */
export const volumeOf = ({ params, caller }: Pick<RowCall<'{name}'>, 'params' | 'caller'>) => ({
  userId: caller.userId,
  name: params.name,
})
