import { EngineError } from '../../contract/errors.ts'
import type { Config } from '../../engine.ts'
import { networkOf } from './network-of.ts'
import { createShares } from './shares.ts'

type Limits = Pick<Config, 'concurrentRequests' | 'concurrentRequestsPerUser' | 'concurrentRequestsPerAddress'>

/** The place of one request among those that are served at once. */
export interface Place {
  /** Counts it among those of a user, once it is known whose it is; throws when they are too many. */
  of(userId: string): void
  leave(): void
}

/** So many requests at once are served, and of one user or one address never all of them. */
export function createPlaces(config: Limits) {
  const users = createShares(config.concurrentRequestsPerUser)
  const addresses = createShares(config.concurrentRequestsPerAddress)
  let inFlight = 0
  return {
    /** Throws when there are too many. The address is absent where a request comes over no network. */
    enter(address: string | undefined): Place {
      if (inFlight >= config.concurrentRequests) {
        const what = `${inFlight + 1} requests at once`
        throw new EngineError('SERVER_BUSY', { what, retryAfterS: 1, setting: 'ANNEAL_CONCURRENT_REQUESTS' })
      }
      const endOfAddress =
        address === undefined ? () => {} : (addresses.take(networkOf(address)) ?? refuse('address', config))
      inFlight++
      const ends = [endOfAddress, () => void inFlight--]
      return {
        of(userId) {
          // It has left while it was looked up whose it is.
          if (ends.length > 0) ends.push(users.take(userId) ?? refuse('user', config))
        },
        leave() {
          for (const end of ends.splice(0)) end()
        },
      }
    },
  }
}

function refuse(whose: 'user' | 'address', config: Limits): never {
  const isUser = whose === 'user'
  throw new EngineError('TOO_MANY_AT_ONCE', {
    whose,
    requests: isUser ? config.concurrentRequestsPerUser : config.concurrentRequestsPerAddress,
    setting: isUser ? 'ANNEAL_CONCURRENT_REQUESTS_PER_USER' : 'ANNEAL_CONCURRENT_REQUESTS_PER_ADDRESS',
    retryAfterS: 1,
  })
}
