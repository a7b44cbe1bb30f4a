const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB']

/** 1536 → 1.5 kB, in powers of 1024 like the limits. */
export function byteText(bytes: number): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)))
  const value = bytes / 1024 ** power
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${UNITS[power]}`
}
