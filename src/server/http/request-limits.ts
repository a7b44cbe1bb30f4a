import type { Engine } from '../../engine.ts'
import { createPlaces, type Place } from './places.ts'
import { createRateLimit } from './rate-limit.ts'

export interface RequestLimits {
  /** Counts a request until it leaves; throws when there are too many. */
  enter(address: string | undefined): Place
  /** Throws when a user sends too fast. */
  take(userId: string): void
}

const known = new WeakMap<Engine['config'], RequestLimits>()

/** The limits of one server over all APIs: on requests at once, and on requests of one user per second. */
export function requestLimitsOf({ config }: Pick<Engine, 'config'>): RequestLimits {
  const limits = known.get(config) ?? {
    ...createPlaces(config),
    ...createRateLimit({ perSecond: config.ratePerSecond, clock: () => performance.now() }),
  }
  known.set(config, limits)
  return limits
}
