import { TYPES } from '../../../language/sql/keywords.ts'
import type { CallRewrite } from './call-rewrite.ts'
import { PART_LETTERS, partOf } from './date-parts.ts'
import { likeOf } from './like-of.ts'
import { sqliteDate } from './sqlite-dates.ts'

/** Functions of other databases with their names in SQLite. */
const RENAMED = new Map([
  ['LEN', 'LENGTH'],
  ['CHAR_LENGTH', 'LENGTH'],
  ['CHARACTER_LENGTH', 'LENGTH'],
  ['DATALENGTH', 'LENGTH'],
  ['UCASE', 'UPPER'],
  ['LCASE', 'LOWER'],
  ['NVL', 'IFNULL'],
  ['MID', 'SUBSTR'],
  ['CHR', 'CHAR'],
  ['ASCII', 'UNICODE'],
  ['GREATEST', 'MAX'],
  ['LEAST', 'MIN'],
  ['LISTAGG', 'GROUP_CONCAT'],
  ['JSON_AGG', 'JSON_GROUP_ARRAY'],
  ['JSON_ARRAYAGG', 'JSON_GROUP_ARRAY'],
  ['ARRAY_AGG', 'JSON_GROUP_ARRAY'],
  ['JSON_OBJECTAGG', 'JSON_GROUP_OBJECT'],
  ['JSON_BUILD_OBJECT', 'JSON_OBJECT'],
  ['JSON_VALUE', 'JSON_EXTRACT'],
  ['SAFE_CAST', 'CAST'],
  ['TRY_CAST', 'CAST'],
  ['BOOL_OR', 'MAX'],
  ['LOGICAL_OR', 'MAX'],
  ['BOOL_AND', 'MIN'],
  ['LOGICAL_AND', 'MIN'],
  ['ANY_VALUE', 'MIN'],
])

/** Values without arguments. */
const CONSTANTS = new Map([
  ['NOW', 'CURRENT_TIMESTAMP'],
  ['GETDATE', 'CURRENT_TIMESTAMP'],
  ['GETUTCDATE', 'CURRENT_TIMESTAMP'],
  ['SYSDATE', 'CURRENT_TIMESTAMP'],
  ['SYSDATETIME', 'CURRENT_TIMESTAMP'],
  ['LOCALTIMESTAMP', 'CURRENT_TIMESTAMP'],
  ['CURRENT_DATETIME', 'CURRENT_TIMESTAMP'],
  ['CURRENT_TIMESTAMP', 'CURRENT_TIMESTAMP'],
  ['CURDATE', 'CURRENT_DATE'],
  ['CURRENT_DATE', 'CURRENT_DATE'],
  ['TODAY', 'CURRENT_DATE'],
  ['CURTIME', 'CURRENT_TIME'],
  ['RAND', '(ABS(RANDOM()) / 9223372036854775807.0)'],
  ['LAST_INSERT_ID', 'LAST_INSERT_ROWID()'],
  ['SCOPE_IDENTITY', 'LAST_INSERT_ROWID()'],
  ['UUID', 'LOWER(HEX(RANDOMBLOB(16)))'],
  ['NEWID', 'LOWER(HEX(RANDOMBLOB(16)))'],
  ['GEN_RANDOM_UUID', 'LOWER(HEX(RANDOMBLOB(16)))'],
])

/** Calls with so many arguments, said with the functions of SQLite. */
const SAID = new Map<string, (args: string[]) => string | undefined>([
  ['ISNULL/2', ([one, two]) => `IFNULL(${one}, ${two})`],
  ['ISNULL/1', ([one]) => `(${one} IS NULL)`],
  ['GROUP_CONCAT/1', ([one = '']) => separated(one)],
  ['GROUP_CONCAT/2', ([one = '', two = '']) => distinct(one, two)],
  ['STRING_AGG/2', ([one = '', two = '']) => distinct(one, two)],
  ['LEFT/2', ([one, two]) => `SUBSTR(${one}, 1, ${two})`],
  ['RIGHT/2', ([one, two]) => `SUBSTR(${one}, -${two})`],
  ['STRPOS/2', ([one, two]) => `INSTR(${one}, ${two})`],
  ['LOCATE/2', ([one, two]) => `INSTR(${two}, ${one})`],
  ['CHARINDEX/2', ([one, two]) => `INSTR(${two}, ${one})`],
  ['DECODE/4', ([one, two, three, four]) => `CASE ${one} WHEN ${two} THEN ${three} ELSE ${four} END`],
  ['NVL2/3', ([one, two, three]) => `IIF(${one} IS NOT NULL, ${two}, ${three})`],
  ['IFF/3', ([one, two, three]) => `IIF(${one}, ${two}, ${three})`],
  ['COUNTIF/1', ([one]) => `COUNT(CASE WHEN ${one} THEN 1 END)`],
  ['COUNT_IF/1', ([one]) => `COUNT(CASE WHEN ${one} THEN 1 END)`],
  ['SAFE_DIVIDE/2', ([one, two]) => `(1.0 * (${one}) / NULLIF(${two}, 0))`],
  ['REPEAT/2', ([one, two]) => `REPLACE(HEX(ZEROBLOB(${two})), '00', ${one})`],
  ['REPLICATE/2', ([one, two]) => `REPLACE(HEX(ZEROBLOB(${two})), '00', ${one})`],
  ['SPACE/1', ([one]) => `REPLACE(HEX(ZEROBLOB(${one})), '00', ' ')`],
  ['LPAD/3', ([one, two = '', three = '']) => padded(two, three, (pad) => `SUBSTR('${pad}' || ${one}, -${two})`)],
  ['RPAD/3', ([one, two = '', three = '']) => padded(two, three, (pad) => `SUBSTR(${one} || '${pad}', 1, ${two})`)],
  [
    'STUFF/4',
    ([one, two, three, four]) => `(SUBSTR(${one}, 1, ${two} - 1) || ${four} || SUBSTR(${one}, ${two} + ${three}))`,
  ],
  [
    'SPLIT_PART/3',
    ([one, two, three]) => (three === '1' ? `SUBSTR(${one}, 1, INSTR(${one} || ${two}, ${two}) - 1)` : undefined),
  ],
  [
    'SUBSTRING_INDEX/3',
    ([one, two, three]) => (three === '1' ? `SUBSTR(${one}, 1, INSTR(${one} || ${two}, ${two}) - 1)` : undefined),
  ],
  ['TRUNCATE/2', ([one = '', two = '']) => truncated(one, two)],
  ['TRUNC/2', ([one = '', two = '']) => truncated(one, two)],
  ['REGEXP_LIKE/2', ([one = '', two = '']) => likeOf(one, two)],
  ['REGEXP_CONTAINS/2', ([one = '', two = '']) => likeOf(one, two.replace(/^r(?=')/i, ''))],
  ['JSON_UNQUOTE/1', ([one]) => one],
  ['TO_NUMBER/1', ([one]) => `CAST(${one} AS REAL)`],
  ['VAR_POP/1', ([one]) => variance(one, 'COUNT')],
  ['VAR_SAMP/1', ([one]) => variance(one, 'LESS')],
  ['STDDEV_POP/1', ([one]) => `SQRT(${variance(one, 'COUNT')})`],
  ['STDDEV_SAMP/1', ([one]) => `SQRT(${variance(one, 'LESS')})`],
  ['STDEV/1', ([one]) => `SQRT(${variance(one, 'LESS')})`],
])

/** Translates functions of MySQL, PostgreSQL, SQL Server, BigQuery and Oracle for SQLite. */
export const sqliteCall: CallRewrite = ({ name, args, first }) => {
  const renamed = RENAMED.get(name)
  if (renamed && args.length > 0) return `${renamed}(${args.join(', ')})`
  if (args.length === 0 && CONSTANTS.has(name)) return CONSTANTS.get(name)
  const said = SAID.get(`${name}/${args.length}`)?.(args)
  if (said !== undefined) return said
  const [one = '', two = ''] = args
  if (name === 'CONVERT') return converted(one, two)
  if (name === 'CAST' && /\bAS\s+N?(?:VARCHAR|CHAR)\s*\(\s*MAX\s*\)$/i.test(one))
    return `CAST(${one.replace(/\bAS\s+N?(?:VARCHAR|CHAR)\s*\(\s*MAX\s*\)$/i, 'AS TEXT')})`
  return inner(name, one, first.length) ?? sqliteDate(name, args)
}

/** `GROUP_CONCAT(DISTINCT a ORDER BY b SEPARATOR '; ')`. */
function separated(argument: string): string | undefined {
  const [, what, separator] = /^(.*?)\s+SEPARATOR\s+('[^']*')$/is.exec(argument) ?? []
  if (!what || !separator) return undefined
  const [, value = what, order = ''] = /^(.*?)(\s+ORDER\s+BY\s.*)$/is.exec(what) ?? []
  return distinct(value, separator, order) ?? `GROUP_CONCAT(${value}, ${separator}${order})`
}

/** SQLite has one argument behind DISTINCT. */
const distinct = (value: string, separator: string, order = ''): string | undefined =>
  /^DISTINCT\s/i.test(value) && /^'[^']*'$/.test(separator)
    ? separator === "','"
      ? `GROUP_CONCAT(${value}${order})`
      : `REPLACE(GROUP_CONCAT(${value}${order}), ',', ${separator})`
    : undefined

function padded(length: string, pad: string, say: (pad: string) => string): string | undefined {
  const sign = /^'(.)'$/.exec(pad)?.[1]
  return sign && /^\d{1,2}$/.test(length) ? say(sign.repeat(Number(length))) : undefined
}

function truncated(value: string, digits: string): string | undefined {
  if (!/^\d$/.test(digits)) return undefined
  return digits === '0'
    ? `TRUNC(${value})`
    : `(TRUNC((${value}) * 1${'0'.repeat(Number(digits))}) / 1${'0'.repeat(Number(digits))})`
}

const variance = (value: string | undefined, by: 'COUNT' | 'LESS'): string =>
  `((SUM(1.0 * (${value}) * (${value})) - 1.0 * SUM(${value}) * SUM(${value}) / COUNT(${value})) / ${by === 'COUNT' ? `COUNT(${value})` : `NULLIF(COUNT(${value}) - 1, 0)`})`

/** The type comes first in SQL Server, and last in MySQL. */
function converted(one: string, two: string): string | undefined {
  const using = /^(.+)\s+USING\s+\w+$/is.exec(one)?.[1]
  if (using) return using
  const isType = (text: string) => TYPES.includes((/^\w+/.exec(text)?.[0] ?? '').toUpperCase())
  const [type, value] = isType(one) ? [one, two] : [two, one]
  if (!isType(type) || value === '') return undefined
  if (/^DATE$/i.test(type)) return `date(${value})`
  return /^(?:DATETIME|TIMESTAMP)/i.test(type)
    ? `datetime(${value})`
    : `CAST(${value} AS ${type.replace(/\(\s*MAX\s*\)/i, '')})`
}

/** Arguments with keywords between them. */
function inner(name: string, text: string, length: number): string | undefined {
  if (length < 3) return undefined
  const [, source, from, count] = /^(.+?)\s+FROM\s+(.+?)(?:\s+FOR\s+(.+))?$/is.exec(text) ?? []
  if (name === 'SUBSTRING' && source && from) return `SUBSTR(${source}, ${from}${count ? `, ${count}` : ''})`
  const [, part = '', date] = /^(\w+)\s+FROM\s+(.+)$/is.exec(text) ?? []
  const letter = PART_LETTERS.get(part.toUpperCase())
  if (name === 'EXTRACT' && letter && date) return partOf(letter, date)
  if (name === 'EXTRACT' && /^QUARTER$/i.test(part) && date) return sqliteDate('QUARTER', [date])
  const [, side = '', sign, trimmed] = /^(LEADING|TRAILING|BOTH)\s+('[^']*')?\s*FROM\s+(.+)$/is.exec(text) ?? []
  if (name === 'TRIM' && trimmed) {
    const call = { LEADING: 'LTRIM', TRAILING: 'RTRIM' }[side.toUpperCase()] ?? 'TRIM'
    return `${call}(${trimmed}${sign ? `, ${sign}` : ''})`
  }
  const [, needle, hay] = /^(.+?)\s+IN\s+(.+)$/is.exec(text) ?? []
  return name === 'POSITION' && needle && hay ? `INSTR(${hay}, ${needle})` : undefined
}
