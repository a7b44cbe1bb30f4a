/** "2.4 s", "310 ms", "4 min 2 s". */
export function timeText(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return '–'
  if (ms < 1) return '< 1 ms'
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${short(ms / 1000)} s`
  const minutes = Math.floor(ms / 60_000)
  const seconds = Math.floor((ms % 60_000) / 1000)
  if (minutes < 60) return `${minutes} min${seconds > 0 ? ` ${seconds} s` : ''}`
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
  return `${unit === 0 ? value : short(value)} ${UNITS[unit]}`
}

/** One digit behind the point, unless it is a zero. */
const short = (value: number): string => value.toFixed(1).replace(/\.0$/, '')

export const countText = (count: number, noun: string): string =>
  `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : noun.endsWith('s') ? 'es' : 's'}`

/** Words of the engine as a sentence. */
export const sentence = (text: string): string => {
  const whole = text.charAt(0).toUpperCase() + text.slice(1)
  return /[.!?]$/.test(whole) ? whole : `${whole}.`
}

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

/** A moment whole, with its zone: for the words that appear over a shorter one. */
export const momentText = (at: number): string =>
  new Date(at).toLocaleString('en-GB', {
    ...{ day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', timeZoneName: 'short' },
  })

/** The time of day, as the clock of the reader shows it. */
export const clockText = (at: number): string =>
  new Date(at).toLocaleTimeString('en-GB', {
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 },
  })

/** The end of an id is the part that differs. */
export const shortId = (id: string): string => (id.length > 12 ? `${id.slice(0, 3)}…${id.slice(-6)}` : id)
