import { z } from 'zod'
import { EngineError } from '../../../contract/errors.ts'

const MOST_INT32 = 2_147_483_647

/** How long a sandbox lives from now on. */
export const timeoutSeconds = z.number().int().min(0).max(MOST_INT32)

export function timeoutMsOf(seconds: number, ceilingMs: number): number {
  if (seconds * 1000 <= ceilingMs) return seconds * 1000
  const ceiling = Math.floor(ceilingMs / 1000)
  throw new EngineError('LIMIT_TOO_HIGH', {
    ...{ name: 'timeout', value: seconds, ceiling },
    setting: 'ANNEAL_E2B_MAX_TIMEOUT_MS',
  })
}
