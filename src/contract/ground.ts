import type { IdPrefix } from './id.ts'

/** The facilities that every part of one engine shares. */
export interface Ground {
  clock(): number
  newId(prefix: IdPrefix): string
  /** Takes failures that nobody waits for. */
  onTrouble(error: unknown): void
}
