import { isSensitivePath } from '../../sensitive-path.ts'
import { byStatement, calls, has, type SqlRule, textOf, type Verdict } from './by-statement.ts'

export const reach: SqlRule[] = [
  {
    id: 'sql/run-program',
    family: 'code-execution',
    severity: 'critical',
    title: 'Runs a program of the machine through the database',
    why: 'The program runs with the rights of the database server, outside of all that limits SQL.',
    remedy: 'Take it out; move data with COPY … FROM STDIN.',
    cwe: [78],
    find: byStatement((statement) => {
      const { words } = statement
      if (
        words[0] === 'copy' &&
        words.some((word, at) => word === 'program' && /^(?:to|from)$/.test(words[at - 1] ?? ''))
      )
        return true
      if (
        words.some((word) =>
          ['xp_cmdshell', 'sp_oacreate', 'sys_exec', 'sys_eval', 'xp_regwrite', 'dbms_scheduler'].includes(word),
        )
      )
        return true
      if (words.includes('sp_configure') && words.some((word) => /xp_cmdshell|ole automation/i.test(word))) return true
      return /^\.(?:shell|system)$/.test(words.slice(0, 2).join(''))
    }),
  },
  {
    id: 'sql/load-code',
    family: 'code-execution',
    severity: 'high',
    title: 'Loads foreign code into the database',
    why: 'The code runs inside of the server, with all of its rights.',
    remedy: 'Use trusted languages and the extensions that come with the database.',
    cwe: [94, 829],
    find: byStatement((statement) => {
      const { words } = statement
      if (calls(statement, LOADERS) >= 0 || (words[0] === 'load' && textOf(words[1]) !== undefined)) return true
      const at = words.indexOf('language')
      if (
        at > 0 &&
        /^(?:\$\w*\$|'|int|text|void|trigger)|\$$/.test(words[at - 1] ?? '') &&
        UNTRUSTED.test((words[at + 1] ?? '').replace(/['"]/g, ''))
      )
        return true
      if (has(statement, 'create extension'))
        return words.some((word) => /^"?(?:plpython\w*|plperlu|dblink|file_fdw|adminpack|pltclu)"?$/.test(word))
          ? true
          : 'info'
      return words[0] === 'install' && words.length <= 4 ? 'medium' : false
    }),
  },
  {
    id: 'sql/read-server-file',
    family: 'files',
    severity: 'high',
    title: 'Reads a file of the machine on which the database runs',
    why: 'Configuration, keys and passwords of the server come out as rows.',
    remedy: 'Bring the data with COPY … FROM STDIN.',
    cwe: [22, 73],
    find: byStatement((statement) => {
      const { words } = statement
      const called = calls(statement, FILE_READERS)
      if (called >= 0) return true
      if (words[0] === 'copy' && words.includes('from')) return pathSeverity(textOf(words[words.indexOf('from') + 1]))
      if (words[0] === '.' && words[1] === 'import') return isSecretPlace(words.slice(2).join('')) || 'low'
      if (has(statement, 'load data')) return words.includes('local') ? 'medium' : true
      if (words.some((word) => word === 'bulk' || word === 'utl_file')) return true
      const reader = calls(statement, DATA_READERS)
      return reader >= 0 ? pathSeverity(textOf(words[reader + 2])) : false
    }),
  },
  {
    id: 'sql/write-server-file',
    family: 'files',
    severity: 'high',
    title: 'Writes a file on the machine on which the database runs',
    why: 'A file at the right place is run by another program: a page of a web server, a key, a job.',
    remedy: 'Bring the data out with COPY … TO STDOUT.',
    cwe: [73, 434],
    find: byStatement((statement) => {
      const { words } = statement
      if (has(statement, 'into outfile') || has(statement, 'into dumpfile') || calls(statement, FILE_WRITERS) >= 0)
        return true
      if (words[0] === 'copy' && words.includes('to'))
        return writtenSeverity(textOf(words[words.lastIndexOf('to') + 1]))
      if (has(statement, 'vacuum into') || has(statement, 'export database')) return writtenSeverity(textOf(words[2]))
      if (/^\.(?:output|once|save|backup|dump)$/.test(words.slice(0, 2).join(''))) return 'medium'
      return has(statement, 'set global general_log_file') || has(statement, 'set global slow_query_log_file')
    }),
  },
  {
    id: 'sql/attach-file',
    family: 'files',
    severity: 'medium',
    title: 'Opens another database file',
    why: 'It reads or makes a file at a place that was not given to it.',
    remedy: 'Attach files below the working directory, or :memory:.',
    cwe: [73],
    find: byStatement(({ words }) => {
      if (words[0] !== 'attach') return false
      const path = words.map(textOf).find((text) => text !== undefined)
      if (path === undefined || path === ':memory:' || path === '') return false
      if (/^(?:https?|s3|postgres(?:ql)?|mysql):/.test(path) || /\.(?:php|sh|jsp|aspx?|cgi|so)$/i.test(path))
        return 'high'
      return /^(?:\/|~|[A-Za-z]:\\)|\.\.\//.test(path) ? (/^\/(?:tmp|var\/tmp)\//.test(path) ? true : 'high') : 'info'
    }),
  },
  {
    id: 'sql/reach-network',
    family: 'network',
    severity: 'high',
    title: 'Reaches another machine through the database',
    why: 'Data leaves by a way that nobody watches, and inner machines can be asked.',
    remedy: 'Bring the data to the database from outside.',
    cwe: [918],
    find: byStatement((statement) => {
      const { words } = statement
      if (words[0] === 'copy' && /^'(?:s3|https?|gcs|azure):/.test(words[words.lastIndexOf('to') + 1] ?? ''))
        return true
      if (
        words.some((word) => NETWORK.test(word)) ||
        has(statement, 'create server') ||
        has(statement, 'create subscription')
      )
        return true
      return (
        words.some((word) => /^'(?:https?|s3|gcs|ftp):\/\//.test(word)) && calls(statement, DATA_READERS) >= 0 && 'low'
      )
    }),
  },
]

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '))
const LOADERS = set('load_extension fts3_tokenizer')
const FILE_READERS = set(
  'pg_read_file pg_read_binary_file pg_ls_dir pg_stat_file lo_import load_file readfile pg_ls_logdir openrowset fsdir',
)
const FILE_WRITERS = set('lo_export writefile pg_file_write edit pg_logdir_ls')
const DATA_READERS = set(
  'read_csv read_csv_auto read_parquet read_json read_json_auto read_text read_blob parquet_scan glob sniff_csv',
)
const UNTRUSTED = /^(?:c|internal|plpython\d?u|plperlu|pltclu|plsh|plr)$/
const NETWORK =
  /^(?:dblink\w*|utl_http|utl_tcp|utl_smtp|http_get|http_post|postgres_scan|postgres_query|mysql_query|opendatasource|utl_inaddr|xp_dirtree|pg_net)$/

const SECRET_PLACE = /^\/(?:etc|root|proc|home|var\/(?:log|lib|www)|usr|boot)\b|\.\.\//

/** A database reads with the rights of its server, so whole places of the host are off limits for its users. */
const isSecretPlace = (path: string): boolean => SECRET_PLACE.test(path) || isSensitivePath(path)

function pathSeverity(path: string | undefined): Verdict {
  if (path === undefined) return false
  return isSecretPlace(path)
    ? true
    : path.startsWith('/') && !path.startsWith('/tmp/') && !path.startsWith('/data/')
      ? 'low'
      : false
}

function writtenSeverity(path: string | undefined): Verdict {
  if (path === undefined) return false
  if (isSecretPlace(path) || /\.(?:php|sh|jsp|aspx?|cgi|so|py)$/i.test(path)) return true
  return path.startsWith('/') ? 'medium' : false
}
