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

/** Exact origins, as browsers send them: anything else would never match, and a star would let every page in. */
export const origins = list.pipe(
  z.array(
    z
      .string()
      .refine(
        isOrigin,
        'must be an exact origin in lower case, such as https://app.example or http://localhost:3000, without a path; "*" is not taken: name each page that you trust',
      ),
  ),
)

function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url.origin === text && !text.includes('*')
  // Pages of browser extensions and desktop programs: the URL standard gives them no origin.
  return /^[a-z][a-z0-9+.-]*:\/\/[a-z0-9.-]+$/.test(text)
}
