import type { IdPrefix } from './id.ts'

/** All that every part of one engine has alike. */
export interface Ground {
  clock(): number
  newId(prefix: IdPrefix): string
  /** Takes what went wrong while nobody waits for it. */
  onTrouble(error: unknown): void
}
