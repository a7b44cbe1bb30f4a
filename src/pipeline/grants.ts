import { limitPolicyOf } from '../config/limit-policy.ts'
import type { Config } from '../config/settings.ts'
import type { Limits } from '../contract/limits.ts'
import type { RunOptions } from '../contract/run-options.ts'
import { assertWithinCeiling } from '../sandbox/egress/ceiling.ts'
import { grantLimits } from './grant-limits.ts'

/** Decides on the limits and hosts that a caller gets on this server; each call throws for a refused one. */
export interface Grants {
  grantLimits(asked: RunOptions['limits']): Limits
  assertNetwork(allow: string[]): void
  assertWalls(): Promise<void>
}

export function createGrants(config: Config, assertWalls: Grants['assertWalls']): Grants {
  const policy = limitPolicyOf(config)
  return {
    grantLimits: (asked) => grantLimits(asked, policy),
    assertNetwork: (allow) => assertWithinCeiling(allow, config.networkCeiling),
    assertWalls,
  }
}
