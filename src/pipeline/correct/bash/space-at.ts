import type { Edit } from '../strategy.ts'

/** Inserts a space. */
export const spaceAt = (at: number): Edit => ({ start: at, end: at, text: ' ' })
