import { createHash, timingSafeEqual } from 'node:crypto'

/** In the same time wherever they differ, and whatever their lengths. */
export function isSameSecret(told: string, real: string): boolean {
  return timingSafeEqual(digest(told), digest(real))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
