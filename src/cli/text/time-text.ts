const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** "34 ms", "2.1 s", "2 s", "14 s", "3 min 5 s": only the digits that matter. */
export function durationText(durationMs: number): string {
  if (durationMs < SECOND - 0.5) return `${Math.round(durationMs)} ms`
  const tenths = Math.round(durationMs / 100) / 10
  if (tenths < 10) return `${tenths} s`
  const seconds = Math.round(durationMs / SECOND)
  if (seconds < 60) return `${seconds} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
}

/** The clock of a live line: its width does not jump. */
export function elapsedText(durationMs: number): string {
  if (durationMs < MINUTE) return `${(Math.floor(durationMs / 100) / 10).toFixed(1)} s`
  return durationText(Math.floor(durationMs / SECOND) * SECOND)
}

export function ageText(atMs: number, nowMs: number): string {
  const age = nowMs - atMs
  if (age < 2 * SECOND) return 'just now'
  if (age < MINUTE) return `${Math.floor(age / SECOND)} s ago`
  if (age < HOUR) return `${Math.floor(age / MINUTE)} min ago`
  if (age < 2 * DAY) return `${Math.floor(age / HOUR)} h ago`
  return `${Math.floor(age / DAY)} days ago`
}

/** Date and time in the reader's time zone, in an order that sorts. */
export function momentText(atMs: number, precision: 'minute' | 'second' = 'minute'): string {
  const at = new Date(atMs)
  const two = (value: number) => String(value).padStart(2, '0')
  const date = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
  const time = `${two(at.getHours())}:${two(at.getMinutes())}`
  return precision === 'minute' ? `${date} ${time}` : `${date} ${time}:${two(at.getSeconds())}`
}
