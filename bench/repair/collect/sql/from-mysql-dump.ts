import { rowsOf } from './rows-of.ts'

/** More would only make the programs long. */
const MOST_ROWS = 40

/** The databases of a dump of MySQL, each as a script of SQLite with at most 40 rows of each table. */
export function fromMysqlDump(dump: string): Map<string, string> {
  const parts = dump.split(/^USE `(\w+)`;$/m).slice(1)
  const scripts = new Map<string, string>()
  for (let at = 0; at < parts.length; at += 2) {
    const body = parts[at + 1] ?? ''
    const tables = [...body.matchAll(/^CREATE TABLE `([^`]+)` \(\n([\s\S]*?)\n\)[^\n]*;$/gm)].map(tableOf)
    const rows = [...body.matchAll(/^INSERT INTO `([^`]+)` VALUES (.*);$/gm)].map(
      ([, table = '', values = '']) =>
        `INSERT INTO ${name(table)} VALUES ${rowsOf(values).slice(0, MOST_ROWS).map(plain).join(', ')};`,
    )
    scripts.set(parts[at] ?? '', ['PRAGMA foreign_keys = OFF;', ...tables, ...rows].join('\n'))
  }
  return scripts
}

const name = (text: string): string => (/^[A-Za-z_]\w*$/.test(text) ? text : `"${text}"`)

/** Columns, the primary key and the foreign keys; other keys make no difference to a query. */
function tableOf([, table = '', lines = '']: RegExpMatchArray): string {
  const items = lines.split(/,\n/).flatMap((line) => {
    const [, column, type] = /^\s*`([^`]+)` ([a-z]+(?:\([\d,]+\))?)/.exec(line) ?? []
    if (column && type) return [`${name(column)} ${type}`]
    const key = /^\s*(?:CONSTRAINT `[^`]*` )?((?:PRIMARY|FOREIGN) KEY .*)$/.exec(line)?.[1]
    return key ? [key.replace(/`([^`]+)`/g, (_, each: string) => name(each))] : []
  })
  return `CREATE TABLE ${name(table)} (${items.join(', ')});`
}

/** MySQL puts a backslash before a quote. */
const plain = (row: string): string =>
  row.replace(/\\(.)/gs, (_, sign: string) => (sign === "'" ? "''" : sign === 'n' ? '\n' : sign))
