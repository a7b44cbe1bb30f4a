import { z } from 'zod'

export const number = (low: number, high: number) => {
  const error = `must be a whole number from ${low} to ${high}`
  return z.coerce.number({ error }).int({ error }).min(low, { error }).max(high, { error })
}

export const list = z.preprocess(
  (value) =>
    typeof value === 'string'
      ? value
          .split(',')
          .map((part) => part.trim())
          .filter(Boolean)
      : value,
  z.array(z.string()),
)
