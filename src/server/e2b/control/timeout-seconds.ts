import { z } from 'zod'

const MOST_INT32 = 2_147_483_647

/** The life of a sandbox from now on; machines set the upper limit. */
export const timeoutSeconds = z.number().int().min(0).max(MOST_INT32)

/** Absent where no timeout was given. */
export const timeoutMsOf = (seconds: number | null | undefined): { timeoutMs?: number } =>
  seconds == null ? {} : { timeoutMs: seconds * 1000 }
