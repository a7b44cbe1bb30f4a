/** Letters of `strftime` for parts of a date. */
export const PART_LETTERS = new Map([
  ['YEAR', '%Y'],
  ['MONTH', '%m'],
  ['DAY', '%d'],
  ['HOUR', '%H'],
  ['MINUTE', '%M'],
  ['SECOND', '%S'],
  ['DOW', '%w'],
  ['DOY', '%j'],
  ['WEEK', '%W'],
])

/** Formats of a date that is truncated to a part. */
export const CUT_FORMATS = new Map([
  ['YEAR', '%Y-01-01'],
  ['MONTH', '%Y-%m-01'],
  ['DAY', '%Y-%m-%d'],
  ['HOUR', '%Y-%m-%d %H:00:00'],
])

const TO_LETTERS: [from: RegExp, to: string][] = [
  [/YYYY/g, '%Y'],
  [/MM/g, '%m'],
  [/DD/g, '%d'],
  [/HH24/g, '%H'],
  [/MI/g, '%M'],
  [/SS/g, '%S'],
]

/** `'YYYY-MM'` as `'%Y-%m'`. */
export const lettersOf = (format: string): string =>
  TO_LETTERS.reduce((text, [from, to]) => text.replace(from, to), format)

/** `'%Y-%m'` as `'YYYY-MM'`. */
export const wordsOf = (format: string): string =>
  format.replace(
    /%([YmdHMSi])/g,
    (_, letter: string) => ({ Y: 'YYYY', m: 'MM', d: 'DD', H: 'HH24', M: 'MI', i: 'MI', S: 'SS' })[letter] ?? '',
  )

/** `INTERVAL 7 DAY` and `INTERVAL '7 days'` as number and unit. */
export function intervalOf(text: string): { amount: string; unit: string } | undefined {
  const [, amount, unit] =
    /^INTERVAL\s+'?\s*([-+]?\d+)\s*'?\s*(year|month|week|day|hour|minute|second)s?\s*'?$/i.exec(text.trim()) ?? []
  return amount && unit ? { amount, unit: unit.toLowerCase() } : undefined
}
