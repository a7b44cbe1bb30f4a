/** The wait in milliseconds; 0 without a header. A date is relative to the endpoint's own clock. */
export function retryAfterOf(headers: Record<string, string>): number {
  const exactMs = Number(headers['retry-after-ms'])
  if (exactMs > 0) return exactMs
  const told = headers['retry-after'] ?? ''
  const seconds = Number(told)
  const waitMs = Number.isNaN(seconds) ? Date.parse(told) - Date.parse(headers.date ?? '') : seconds * 1000
  return waitMs > 0 ? waitMs : 0
}
