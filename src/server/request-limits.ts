import { EngineError } from '../contract/errors.ts'
import type { Engine } from '../engine.ts'
import { createRateLimit } from './rate-limit.ts'

export interface RequestLimits {
  /** Counts a request until it calls what it is given; throws when there are too many. */
  enter(): () => void
  /** Throws when a user sends too fast. */
  take(userId: string): void
}

const known = new WeakMap<Engine['config'], RequestLimits>()

/** What one server bears, whichever door it comes by: so many requests at once, and so many of one user in a second. */
export function requestLimitsOf({ config }: Pick<Engine, 'config'>): RequestLimits {
  const limits = known.get(config) ?? createRequestLimits(config)
  known.set(config, limits)
  return limits
}

function createRequestLimits(config: Engine['config']): RequestLimits {
  const { take } = createRateLimit({ perSecond: config.ratePerSecond, clock: () => performance.now() })
  let inFlight = 0
  return {
    take,
    enter() {
      if (inFlight >= config.concurrentRequests) {
        const what = `${inFlight + 1} requests at once`
        throw new EngineError('SERVER_BUSY', { what, retryAfterS: 1, setting: 'ANNEAL_CONCURRENT_REQUESTS' })
      }
      inFlight++
      return () => void inFlight--
    },
  }
}
