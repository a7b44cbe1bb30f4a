import type { CallRewrite } from './call-rewrite.ts'
import { intervalOf, PART_LETTERS, wordsOf } from './date-parts.ts'

const RENAMED = new Map([
  ['IFNULL', 'COALESCE'],
  ['ISNULL', 'COALESCE'],
  ['NVL', 'COALESCE'],
  ['LEN', 'LENGTH'],
  ['UCASE', 'UPPER'],
  ['LCASE', 'LOWER'],
  ['RAND', 'RANDOM'],
  ['TOTAL', 'SUM'],
  ['TYPEOF', 'PG_TYPEOF'],
  ['CHAR', 'CHR'],
  ['INSTR', 'STRPOS'],
  ['JSON_GROUP_ARRAY', 'JSON_AGG'],
  ['JSON_OBJECT', 'JSON_BUILD_OBJECT'],
])
/** Functions that DuckDB has itself. */
const IN_DUCKDB = new Set([
  'IFNULL',
  'TYPEOF',
  'INSTR',
  'GROUP_CONCAT',
  'JSON_GROUP_ARRAY',
  'JSON_OBJECT',
  'UCASE',
  'LCASE',
  'LEN',
  'IF',
  'YEAR',
  'MONTH',
  'DAY',
  'HOUR',
  'STRFTIME',
  'DATEDIFF',
  'NOW',
  'TODAY',
])

/** Translates functions of MySQL, SQLite and SQL Server for PostgreSQL, or for DuckDB, which understands the same. */
export const postgresCall =
  (language: string): CallRewrite =>
  ({ name, args }) => {
    if (language === 'duckdb' && IN_DUCKDB.has(name)) return duckdbCall(name, args)
    const [one = '', two = '', three = ''] = args
    const renamed = RENAMED.get(name)
    if (renamed && args.length > 0) return `${renamed}(${args.join(', ')})`
    if ((name === 'IIF' || name === 'IF') && args.length === 3) return `CASE WHEN ${one} THEN ${two} ELSE ${three} END`
    if (name === 'GROUP_CONCAT') return joined(args)
    if ((name === 'LOCATE' || name === 'CHARINDEX') && args.length === 2) return `STRPOS(${two}, ${one})`
    return dateCall(name, args)
  }

/** The arguments are in the other order. */
function duckdbCall(name: string, [one = '', two = '']: string[]): string | undefined {
  return name === 'STRFTIME' && /^'.*%.*'$/.test(one) && two !== '' && !/^'.*%/.test(two)
    ? `strftime(CAST(${two} AS DATE), ${one})`
    : undefined
}

function joined(args: string[]): string {
  const [, what, separator] = /^(.*?)\s+SEPARATOR\s+('[^']*')$/is.exec(args[0] ?? '') ?? []
  const [value = '', mark = "','"] = what && separator ? [what, separator] : args
  const [, distinct = '', rest = value] = /^(DISTINCT\s+)(.*)$/is.exec(value) ?? []
  return `STRING_AGG(${distinct}CAST(${rest} AS TEXT), ${mark})`
}

function dateCall(name: string, args: string[]): string | undefined {
  const [one = '', two = ''] = args
  if (['GETDATE', 'SYSDATE', 'SYSDATETIME'].includes(name) && args.length === 0) return 'NOW()'
  if (name === 'CURDATE' && args.length === 0) return 'CURRENT_DATE'
  if (name === 'DATETIME' && one === "'now'") return 'NOW()'
  if (name === 'DATE' && one === "'now'") return 'CURRENT_DATE'
  if (PART_LETTERS.has(name) && args.length === 1) return `EXTRACT(${name} FROM ${one})`
  if (name === 'STRFTIME' && /^'[%YmdHMS:\-/ .]+'$/.test(one))
    return `TO_CHAR(CAST(${two} AS TIMESTAMP), ${wordsOf(one)})`
  if (name === 'DATE_FORMAT' && /^'[%YmdHMSi:\-/ .]+'$/.test(two)) return `TO_CHAR(${one}, ${wordsOf(two)})`
  if (name === 'DATEDIFF' && args.length === 2) return `(CAST(${one} AS DATE) - CAST(${two} AS DATE))`
  const interval = intervalOf(two)
  if ((name !== 'DATE_ADD' && name !== 'DATE_SUB') || !interval) return undefined
  return `(${one} ${name === 'DATE_ADD' ? '+' : '-'} INTERVAL '${interval.amount} ${interval.unit}')`
}
