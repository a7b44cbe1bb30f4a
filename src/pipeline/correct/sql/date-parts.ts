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
  ['MINUTE', '%Y-%m-%d %H:%M:00'],
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
    /^INTERVAL\s+'?\s*([-+]?\d+)\s*'?\s*(year|quarter|month|week|day|hour|minute|second)s?\s*'?$/i.exec(text.trim()) ??
    []
  return amount && unit ? { amount, unit: unit.toLowerCase() } : undefined
}

export const partOf = (letter: string, date: string): string => `CAST(strftime('${letter}', ${date}) AS INTEGER)`

/** A format of a date as the fields of a text: `'DD/MM/YYYY'` and `'%d/%m/%Y'`; undefined where a field has no fixed length. */
export function fieldsOf(format: string): { letter: string; start: number }[] | undefined {
  const letters = /%/.test(format) ? format : lettersOf(format)
  const fields: { letter: string; start: number }[] = []
  let place = 1
  for (const [, letter, other] of letters.slice(1, -1).matchAll(/%([a-zA-Z])|([\s\S])/g)) {
    if (letter === undefined) {
      if (/[A-Za-z]/.test(other ?? '')) return undefined
      place += 1
      continue
    }
    const isMinute = letter === 'i' || (letter === 'M' && !/%i/.test(letters))
    const one = isMinute ? 'M' : letter === 's' ? 'S' : letter
    if (!/^[YmdHMS]$/.test(one)) return undefined
    fields.push({ letter: one, start: place })
    place += one === 'Y' ? 4 : 2
  }
  return fields
}

/** The ISO date of a text with these fields. */
export function dateOf(fields: { letter: string; start: number }[] | undefined, text: string): string | undefined {
  const startOf = (letter: string) => fields?.find((field) => field.letter === letter)?.start
  const [year, month, day] = ['Y', 'm', 'd'].map(startOf)
  if (!year || !month || !day) return undefined
  const call = fields?.some(({ letter }) => letter === 'H') ? 'datetime' : 'date'
  if (year === 1 && month === 6 && day === 9) return `${call}(${text})`
  return call === 'date'
    ? `(SUBSTR(${text}, ${year}, 4) || '-' || SUBSTR(${text}, ${month}, 2) || '-' || SUBSTR(${text}, ${day}, 2))`
    : undefined
}
