import type { RowCall } from '../http/row.ts'

/** The volume that a path names, of whoever asks. */
export const volumeOf = ({ params, caller }: Pick<RowCall<'{name}'>, 'params' | 'caller'>) => ({
  userId: caller.userId,
  name: params.name,
})
