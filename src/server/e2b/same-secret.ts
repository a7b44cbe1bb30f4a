import { createHash, timingSafeEqual } from 'node:crypto'

/** Compares in constant time, whatever the difference and the lengths. */
export function isSameSecret(told: string, real: string): boolean {
  return timingSafeEqual(digest(told), digest(real))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
