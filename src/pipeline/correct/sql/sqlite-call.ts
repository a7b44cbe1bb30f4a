import type { CallRewrite } from './call-rewrite.ts'
import { CUT_FORMATS, intervalOf, lettersOf, PART_LETTERS } from './date-parts.ts'

/** Functions of other databases with their names in SQLite. */
const RENAMED = new Map([
  ['LEN', 'LENGTH'],
  ['CHAR_LENGTH', 'LENGTH'],
  ['CHARACTER_LENGTH', 'LENGTH'],
  ['UCASE', 'UPPER'],
  ['LCASE', 'LOWER'],
  ['NVL', 'IFNULL'],
  ['MID', 'SUBSTR'],
  ['CHR', 'CHAR'],
  ['RAND', 'RANDOM'],
  ['GREATEST', 'MAX'],
  ['LEAST', 'MIN'],
  ['LISTAGG', 'GROUP_CONCAT'],
  ['JSON_AGG', 'JSON_GROUP_ARRAY'],
  ['ARRAY_AGG', 'JSON_GROUP_ARRAY'],
  ['JSON_BUILD_OBJECT', 'JSON_OBJECT'],
])

const NOW = new Map([
  ['NOW', 'CURRENT_TIMESTAMP'],
  ['GETDATE', 'CURRENT_TIMESTAMP'],
  ['SYSDATE', 'CURRENT_TIMESTAMP'],
  ['SYSDATETIME', 'CURRENT_TIMESTAMP'],
  ['CURRENT_TIMESTAMP', 'CURRENT_TIMESTAMP'],
  ['CURDATE', 'CURRENT_DATE'],
  ['CURRENT_DATE', 'CURRENT_DATE'],
  ['TODAY', 'CURRENT_DATE'],
  ['CURTIME', 'CURRENT_TIME'],
])

/** Translates functions of MySQL, PostgreSQL, SQL Server and Oracle for SQLite. */
export const sqliteCall: CallRewrite = ({ name, args, first }) => {
  const [one = '', two = '', three = ''] = args
  const renamed = RENAMED.get(name)
  if (renamed && args.length > 0) return `${renamed}(${args.join(', ')})`
  if (NOW.has(name) && args.length === 0) return NOW.get(name)
  if (name === 'ISNULL' && args.length === 2) return `IFNULL(${one}, ${two})`
  if (name === 'GROUP_CONCAT' && args.length === 1) return separated(one)
  if (name === 'LEFT' && args.length === 2) return `SUBSTR(${one}, 1, ${two})`
  if (name === 'RIGHT' && args.length === 2) return `SUBSTR(${one}, -${two})`
  if (name === 'STRPOS' && args.length === 2) return `INSTR(${one}, ${two})`
  if ((name === 'LOCATE' || name === 'CHARINDEX') && args.length === 2) return `INSTR(${two}, ${one})`
  if (name === 'DECODE' && args.length === 4) return `CASE ${one} WHEN ${two} THEN ${three} ELSE ${args[3]} END`
  if (name === 'NVL2' && args.length === 3) return `IIF(${one} IS NOT NULL, ${two}, ${three})`
  return inner(name, one, first.length) ?? dateCall(name, args)
}

function separated(argument: string): string | undefined {
  const [, what, separator] = /^(.*?)\s+SEPARATOR\s+('[^']*')$/is.exec(argument) ?? []
  return what && separator ? `GROUP_CONCAT(${what}, ${separator})` : undefined
}

/** Arguments with keywords between them. */
function inner(name: string, text: string, length: number): string | undefined {
  if (length < 3) return undefined
  const [, source, from, count] = /^(.+?)\s+FROM\s+(.+?)(?:\s+FOR\s+(.+))?$/is.exec(text) ?? []
  if (name === 'SUBSTRING' && source && from) return `SUBSTR(${source}, ${from}${count ? `, ${count}` : ''})`
  const [, part = '', date] = /^(\w+)\s+FROM\s+(.+)$/is.exec(text) ?? []
  const letter = PART_LETTERS.get(part.toUpperCase())
  if (name === 'EXTRACT' && letter && date) return partOf(letter, date)
  const [, needle, hay] = /^(.+?)\s+IN\s+(.+)$/is.exec(text) ?? []
  return name === 'POSITION' && needle && hay ? `INSTR(${hay}, ${needle})` : undefined
}

const partOf = (letter: string, date: string): string => `CAST(strftime('${letter}', ${date}) AS INTEGER)`

const bare = (text: string): string => text.replace(/^'|'$/g, '')

function dateCall(name: string, args: string[]): string | undefined {
  const [one = '', two = '', three = ''] = args
  const letter = PART_LETTERS.get(name)
  if (letter && args.length === 1) return partOf(letter, one)
  const named = PART_LETTERS.get(bare(one).toUpperCase())
  if ((name === 'DATE_PART' || name === 'DATEPART') && named) return partOf(named, two)
  const cut = CUT_FORMATS.get(bare(one).toUpperCase())
  if (name === 'DATE_TRUNC' && cut) return `strftime('${cut}', ${two})`
  if (name === 'DATE_FORMAT' && args.length === 2)
    return `strftime(${two.replaceAll('%i', '%M').replaceAll('%s', '%S')}, ${one})`
  if (name === 'TO_CHAR' && /^'[YMDHIS24:\-/ .]+'$/.test(two)) return `strftime(${lettersOf(two)}, ${one})`
  if (name === 'TO_DATE' && args.length >= 1) return `date(${one})`
  if (name === 'DATEDIFF' && args.length === 2) return days(one, two)
  if (name === 'DATEDIFF' && args.length === 3 && bare(one).toUpperCase() === 'DAY') return days(three, two)
  if (name === 'DATEADD' && /^-?\d+$/.test(two)) return `date(${three}, '${signed(two)} ${bare(one).toLowerCase()}')`
  const interval = intervalOf(two)
  if ((name !== 'DATE_ADD' && name !== 'DATE_SUB') || !interval) return undefined
  const amount = name === 'DATE_SUB' ? String(-Number(interval.amount)) : interval.amount
  return `date(${one}, '${signed(amount)} ${interval.unit}')`
}

const days = (later: string, earlier: string): string => `CAST(julianday(${later}) - julianday(${earlier}) AS INTEGER)`
const signed = (amount: string): string => (/^[-+]/.test(amount) ? amount : `+${amount}`)
