/** "2.4 s", "310 ms", "4 min 2 s". */
export function timeText(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '–'
  if (ms < 1) return '< 1 ms'
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 60) return `${minutes} min ${Math.round((ms % 60_000) / 1000)} s`
  if (minutes < 2880) return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
  return `${Math.floor(minutes / 1440)} days`
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']

/** "3.1 MB". */
export function sizeText(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined) return '–'
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000
    unit++
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`
}

export const countText = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : noun.endsWith('s') ? 'es' : 's'}`

/** A moment as a person would say it now. */
export function agoText(at: number, now = Date.now()): string {
  const ms = now - at
  if (ms < 5000) return 'just now'
  if (ms < 60_000) return `${Math.floor(ms / 1000)} s ago`
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min ago`
  if (ms < 86_400_000) return `${Math.floor(ms / 3_600_000)} h ago`
  return dateText(at)
}

export const dateText = (at: number): string =>
  new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

export const clockText = (at: number): string => new Date(at).toISOString().slice(11, 23)

/** The end of an id is the part that differs. */
export const shortId = (id: string): string => (id.length > 12 ? `${id.slice(0, 3)}…${id.slice(-6)}` : id)
