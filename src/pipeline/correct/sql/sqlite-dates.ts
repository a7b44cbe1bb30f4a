import { CUT_FORMATS, dateOf, fieldsOf, intervalOf, lettersOf, PART_LETTERS, partOf } from './date-parts.ts'

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
]

const bare = (text: string): string => text.replace(/^'|'$/g, '').toUpperCase()

/** `CASE strftime('%w', date) WHEN '0' THEN 'Sunday' … END`. */
const named = (letter: string, date: string, names: string[], digits: (index: number) => string): string =>
  `CASE strftime('${letter}', ${date}) ${names.map((name, at) => `WHEN '${digits(at)}' THEN '${name}'`).join(' ')} END`

/** Functions of one date. */
const OF_DATE = new Map<string, (date: string) => string>([
  ['QUARTER', (date) => `((${partOf('%m', date)} + 2) / 3)`],
  ['DAYOFMONTH', (date) => partOf('%d', date)],
  ['DAYOFYEAR', (date) => partOf('%j', date)],
  ['DAYOFWEEK', (date) => `(${partOf('%w', date)} + 1)`],
  ['WEEKDAY', (date) => `((${partOf('%w', date)} + 6) % 7)`],
  ['DAYNAME', (date) => named('%w', date, DAYS, String)],
  ['MONTHNAME', (date) => named('%m', date, MONTHS, (at) => String(at + 1).padStart(2, '0'))],
  ['LAST_DAY', (date) => `date(${date}, 'start of month', '+1 month', '-1 day')`],
  ['EOMONTH', (date) => `date(${date}, 'start of month', '+1 month', '-1 day')`],
  ['TO_DATE', (date) => `date(${date})`],
  ['TO_TIMESTAMP', (date) => `datetime(${date})`],
  ['FROM_UNIXTIME', (seconds) => `datetime(${seconds}, 'unixepoch')`],
  ['UNIX_TIMESTAMP', (date) => partOf('%s', date)],
])

/** Functions of dates, in the words of SQLite. */
export function sqliteDate(name: string, args: string[]): string | undefined {
  const [one = '', two = '', three = ''] = args
  const letter = PART_LETTERS.get(name)
  if (letter && args.length === 1) return partOf(letter, one)
  if (args.length === 1) return OF_DATE.get(name)?.(one)
  if (name === 'UNIX_TIMESTAMP' && args.length === 0) return partOf('%s', "'now'")
  if (name === 'DATE_PART' || name === 'DATEPART') return partNamed(bare(one), two)
  if (/^(?:DATE|TIMESTAMP|DATETIME)_TRUNC$|^DATETRUNC$/.test(name)) return cut(one, two)
  if (name === 'DATE_FORMAT' && args.length === 2) return formatted(two, one)
  if (/^FORMAT_(?:DATE|TIMESTAMP|DATETIME)$/.test(name) && args.length === 2) return formatted(one, two)
  if (name === 'TO_CHAR' && /^'[YMDHIS24:\-/ .]+'$/.test(two)) return `strftime(${lettersOf(two)}, ${one})`
  if (/^(?:TO_DATE|STR_TO_DATE|TO_TIMESTAMP)$/.test(name) && args.length === 2) return dateOf(fieldsOf(two), one)
  const isOfParts =
    /^(?:MAKE_DATE|DATEFROMPARTS)$/.test(name) || (name === 'DATE' && args.every((each) => /^\d+$/.test(each)))
  if (isOfParts && args.length === 3) return `printf('%04d-%02d-%02d', ${one}, ${two}, ${three})`
  return between(name, args) ?? moved(name, args)
}

function partNamed(part: string, date: string): string | undefined {
  const letter = PART_LETTERS.get(part)
  return letter ? partOf(letter, date) : part === 'QUARTER' ? OF_DATE.get('QUARTER')?.(date) : undefined
}

/** The part stands before or behind the date. */
function cut(one: string, two: string): string | undefined {
  const [part, date] = /^'?\w+'?$/.test(one) && isPart(bare(one)) ? [bare(one), two] : [bare(two), one]
  const format = CUT_FORMATS.get(part)
  if (format) return `strftime('${format}', ${date})`
  return part === 'WEEK' ? `date(${date}, '-6 days', 'weekday 1')` : undefined
}

const isPart = (word: string): boolean => CUT_FORMATS.has(word) || word === 'WEEK'

/** Names of months and other letters that SQLite does not know are left as they are. */
function formatted(format: string, date: string): string | undefined {
  if (!/^'(?:[^%']|%[YmdHisSjTk])*'$/.test(format)) return undefined
  return `strftime(${format.replaceAll('%i', '%M').replaceAll('%s', '%S')}, ${date})`
}

function between(name: string, args: string[]): string | undefined {
  const [one = '', two = '', three = ''] = args
  if (name === 'DATEDIFF' && args.length === 2) return days(one, two)
  if (args.length !== 3) return undefined
  if (name === 'DATEDIFF') return apart(bare(one), three, two)
  if (name === 'DATE_DIFF' || name === 'TIMESTAMP_DIFF') return apart(bare(three), one, two)
  if (name !== 'TIMESTAMPDIFF') return undefined
  const part = bare(one)
  // MySQL counts whole years and months.
  const mark = part === 'YEAR' ? '%m-%d' : part === 'MONTH' ? '%d' : undefined
  const count = apart(part, three, two)
  return mark && count ? `(${count} - (strftime('${mark}', ${three}) < strftime('${mark}', ${two})))` : count
}

const days = (later: string, earlier: string): string => `CAST(julianday(${later}) - julianday(${earlier}) AS INTEGER)`
const SECONDS = new Map([
  ['HOUR', 3600],
  ['MINUTE', 60],
  ['SECOND', 1],
])

function apart(part: string, later: string, earlier: string): string | undefined {
  const less = (letter: string) => `${partOf(letter, later)} - ${partOf(letter, earlier)}`
  if (part === 'DAY') return days(later, earlier)
  if (part === 'WEEK') return `(${days(later, earlier)} / 7)`
  if (part === 'YEAR') return `(${less('%Y')})`
  if (part === 'MONTH') return `((${less('%Y')}) * 12 + ${less('%m')})`
  const seconds = SECONDS.get(part)
  return seconds === undefined ? undefined : `((${less('%s')}) / ${seconds})`
}

/** SQLite moves dates by days and months, but not by weeks and quarters. */
const UNITS = new Map([
  ['WEEK', { unit: 'day', times: 7 }],
  ['QUARTER', { unit: 'month', times: 3 }],
])

function moved(name: string, args: string[]): string | undefined {
  const [one = '', two = '', three = ''] = args
  if (name === 'DATEADD' && args.length === 3) return movedBy(three, two, bare(one))
  const interval = intervalOf(two)
  const sign = /^(?:DATE|DATETIME|TIMESTAMP)_(ADD|SUB)$|^(ADD|SUB)DATE$/.exec(name)?.slice(1).find(Boolean)
  if (!sign || !interval) return undefined
  return movedBy(one, sign === 'SUB' ? String(-Number(interval.amount)) : interval.amount, interval.unit.toUpperCase())
}

/** `date(date, '+7 day')`. */
export function movedBy(date: string, amount: string, part: string): string | undefined {
  if (!UNITS.has(part) && !/^(?:YEAR|MONTH|DAY|HOUR|MINUTE|SECOND)$/.test(part)) return undefined
  const { unit, times } = UNITS.get(part) ?? { unit: part.toLowerCase(), times: 1 }
  const call = /^(?:HOUR|MINUTE|SECOND)$/.test(part) ? 'datetime' : 'date'
  if (!/^[-+]?\d+$/.test(amount))
    return `${call}(${date}, (${amount})${times === 1 ? '' : ` * ${times}`} || ' ${unit}')`
  const number = Number(amount) * times
  return `${call}(${date}, '${number < 0 ? '' : '+'}${number} ${unit}')`
}
