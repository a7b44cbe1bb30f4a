import { byStatement, has, type SqlRule } from './by-statement.ts'
import { SECRET_COLUMN } from './injection.ts'

export const rights: SqlRule[] = [
  {
    id: 'sql/give-rights',
    family: 'privilege',
    severity: 'high',
    title: 'Gives all rights, or those of an administrator',
    why: 'Whoever has them can read, change and drop everything, and give rights to others.',
    remedy: 'Grant the one right on the one table that is needed.',
    cwe: [269, 250],
    find: byStatement((statement) => {
      const { words } = statement
      if (words[0] === 'grant') {
        const isAll = words[1] === 'all' || has(statement, 'with grant option') || has(statement, 'with admin option')
        return isAll || words.some((word) => POWERS.test(word)) || (words.at(-1) === 'public' && 'medium')
      }
      const isRole = /^(?:alter|create)$/.test(words[0] ?? '') && /^(?:role|user|login|group)$/.test(words[1] ?? '')
      if (isRole)
        return words.some((word) => ['superuser', 'createrole', 'bypassrls', 'replication', 'sysadmin'].includes(word))
      if (words.some((word) => word === 'sp_addsrvrolemember' || word === 'sp_addrolemember')) return true
      if (words[0] === 'alter' && has(statement, 'owner to')) return 'low'
      if (has(statement, 'set session authorization') || has(statement, 'set role postgres')) return true
      if (words[0] === 'drop' && (words[1] === 'user' || words[1] === 'role')) return 'medium'
      if (!has(statement, 'security definer')) return false
      return words.includes('search_path') ? 'medium' : true
    }),
  },
  {
    id: 'sql/password-in-statement',
    family: 'secrets',
    severity: 'high',
    title: 'Has the password of an account in a statement',
    why: 'Everybody who sees the program or the log of the database can read it.',
    remedy: 'Set the password by hand, or with a variable that is filled outside.',
    cwe: [798],
    find: byStatement(({ words }) => {
      if (!/^(?:create|alter|set|grant)$/.test(words[0] ?? '')) return false
      if (!words.some((word) => word === 'role' || word === 'user' || word === 'login' || word === 'identified'))
        return false
      const at = words.findIndex((word) => word === 'password' || word === 'by')
      const given = words.slice(at + 1, at + 4).find((word) => word.startsWith("'"))
      return at > 0 && given !== undefined && given.length > 2
    }),
  },
  {
    id: 'sql/disable-protection',
    family: 'privilege',
    severity: 'high',
    title: 'Turns off what protects the data',
    why: 'Triggers, policies and checks are what keeps wrong and foreign rows out.',
    remedy: 'Leave them on; change the rows so that they pass.',
    cwe: [693],
    find: byStatement((statement) => {
      const { words } = statement
      if (
        words[0] === 'alter' &&
        /\bdisable (?:trigger|row level security|rule)\b|no force row level security/.test(words.join(' '))
      )
        return true
      if (words[0] === 'drop' && (words[1] === 'policy' || words[1] === 'audit')) return true
      if (words[0] === 'disable' && words[1] === 'trigger') return true
      if (words[0] === 'alter' && words[1] === 'system') return true
      if (words[0] !== 'set') return has(statement, 'nocheck constraint') && 'medium'
      if (words.includes('session_replication_role') || (words.includes('row_security') && words.includes('off')))
        return true
      return (words.includes('foreign_key_checks') || words.includes('sql_log_bin')) && words.at(-1) === '0' && 'medium'
    }),
  },
  {
    id: 'sql/read-credentials',
    family: 'secrets',
    severity: 'high',
    title: 'Reads passwords or what the database knows about its accounts',
    why: 'Hashes of passwords can be tried out elsewhere, as long as it takes.',
    remedy: 'Read the columns that the task needs.',
    cwe: [522],
    find: byStatement(({ words }) => {
      if (!words.includes('select') && !words.includes('table')) return false
      if (
        words.some((word) =>
          /^(?:pg_shadow|pg_authid|sql_logins|syslogins|dba_users|rolpassword|authentication_string)$/.test(word),
        )
      )
        return true
      if (words.some((word, at) => word === 'mysql' && words[at + 1] === '.' && words[at + 2] === 'user')) return true
      const from = words.indexOf('from')
      if (from > 0 && words.slice(0, from).some((word) => SECRET_COLUMN.test(word))) return 'low'
      return (
        words.some((word) => word === 'information_schema' || word === 'sqlite_master' || word === 'pg_catalog') &&
        'info'
      )
    }),
  },
  {
    id: 'sql/stop-others',
    family: 'privilege',
    severity: 'high',
    title: 'Ends the work of others, or the database itself',
    why: 'Their transactions are lost, and they do not know why.',
    remedy: 'End sessions of your own.',
    cwe: [],
    find: byStatement(({ words }) => {
      if (words.some((word) => word === 'pg_terminate_backend')) return true
      if (words.some((word) => word === 'pg_cancel_backend' || word === 'pg_reload_conf')) return 'medium'
      return (
        (words[0] === 'shutdown' && words.length <= 3) ||
        (words[0] === 'kill' && /^\d+$|^(?:connection|query)$/.test(words[1] ?? '') && 'medium')
      )
    }),
  },
]

const POWERS =
  /^(?:pg_execute_server_program|pg_write_server_files|pg_read_server_files|superuser|sysadmin|dba|rds_superuser|postgres|db_owner|super)$/
