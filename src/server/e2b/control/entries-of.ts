import type { z } from 'zod'

/** Refuses a map with more than so many entries. */
export const entriesOf =
  (most: number, what: string) =>
  (map: object, context: z.RefinementCtx): void => {
    const count = Object.keys(map).length
    if (count > most) context.addIssue({ code: 'custom', message: `has ${count} ${what}; ${most} are allowed` })
  }
