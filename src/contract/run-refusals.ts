import type { ErrorCode } from './errors.ts'

/** The refusals of every row that starts programs. */
export const RUN_REFUSALS = [
  'LANGUAGE_UNKNOWN',
  'LANGUAGE_UNCLEAR',
  'LANGUAGE_MISSING',
  'LIMIT_TOO_HIGH',
  'NETWORK_REFUSED',
  'USER_BUSY',
  'SERVER_BUSY',
  'SANDBOX_UNAVAILABLE',
] as const satisfies ErrorCode[]
