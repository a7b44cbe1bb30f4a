/** Times are reported to the microsecond: more digits are noise of the clock. */
export const roundMs = (ms: number): number => Math.round(ms * 1000) / 1000

/** The same fields, with every time in milliseconds rounded. */
export function withRoundTimes<T extends object>(fields: T): T {
  const rounded = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'number' && name.endsWith('Ms') ? roundMs(value) : value,
  ])
  return Object.fromEntries(rounded) as T
}
