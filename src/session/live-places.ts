import { EngineError } from '../contract/errors.ts'

export interface LivePlacesOptions {
  /** Most live sandboxes of all users together, and of each. */
  server: number
  user: number
}

/** Counts living sandboxes: an idle one takes no slot, but memory. Refused at once, never later. */
export function createLivePlaces(most: LivePlacesOptions) {
  const byUser = new Map<string, number>()
  let all = 0

  const refuseBeyond = (own: number) => {
    if (own >= most.user) {
      throw new EngineError('SANDBOXES_FULL', {
        whose: 'This user',
        sandboxes: own,
        setting: 'ANNEAL_LIVE_SANDBOXES_PER_USER',
      })
    }
    if (all >= most.server) {
      throw new EngineError('SANDBOXES_FULL', {
        whose: 'This server',
        sandboxes: all,
        setting: 'ANNEAL_LIVE_SANDBOXES',
      })
    }
  }
  return {
    /** The returned function gives the place back; a second call does nothing. */
    take(userId: string): () => void {
      const own = byUser.get(userId) ?? 0
      refuseBeyond(own)
      byUser.set(userId, own + 1)
      all++
      let isGivenBack = false
      return () => {
        if (isGivenBack) return
        isGivenBack = true
        const left = (byUser.get(userId) ?? 1) - 1
        // Users without a place are forgotten.
        if (left === 0) byUser.delete(userId)
        else byUser.set(userId, left)
        all--
      }
    },
  }
}
