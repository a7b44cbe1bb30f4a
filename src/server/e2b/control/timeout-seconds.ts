import { z } from 'zod'

const MOST_INT32 = 2_147_483_647

/** How long a sandbox lives from now on; how long it may at most is for machines to say. */
export const timeoutSeconds = z.number().int().min(0).max(MOST_INT32)

/** Absent where none was asked for. */
export const timeoutMsOf = (seconds: number | null | undefined): { timeoutMs?: number } =>
  seconds == null ? {} : { timeoutMs: seconds * 1000 }
