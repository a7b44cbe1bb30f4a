import { EngineError } from '../../contract/errors.ts'
import type { Config } from '../../engine.ts'
import { networkOf } from './network-of.ts'
import { createShares } from './shares.ts'

type Limits = Pick<Config, 'concurrentRequests' | 'concurrentRequestsPerUser' | 'concurrentRequestsPerAddress'>

/** The place of one request among those served at once. */
export interface Place {
  /** Counts the request for a user, once its user is known; throws when there are too many. */
  of(userId: string): void
  leave(): void
}

/** Bounds the requests that are served at once; one user or one address never gets all places. */
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
          // The request may have left while its user was looked up.
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
