import { z } from 'zod'

const MOST_ITEMS = 100

export const wholeNumber = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d{1,16}$/, `must be a whole number from ${low} to ${high}`)
    .transform(Number)
    .pipe(z.number().min(low).max(high))

/** Parameters of every paginated list. */
export const pageLimit = wholeNumber(1, MOST_ITEMS).default(MOST_ITEMS)
export const pageToken = z
  .string()
  .max(2048)
  .transform((text) => (text === '' ? undefined : text))
  .optional()
