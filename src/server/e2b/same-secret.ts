import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether two secrets are the same, in a time that tells nothing about how much of them is. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digestOf(given), digestOf(expected))

/** Of one length, whatever was given. */
const digestOf = (text: string) => createHash('sha256').update(text).digest()
