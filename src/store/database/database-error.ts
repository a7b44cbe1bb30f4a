import { EngineError } from '../../contract/errors.ts'

/**
 * Turns an error of a driver or the file system into a failure that a caller can act on; any other error is a bug and
 * is returned unchanged. `where` names the database without its password.
 */
export function databaseError(error: unknown, where: string): unknown {
  if (!(error instanceof Error) || error instanceof EngineError) return error
  const code = 'code' in error ? String(error.code) : ''
  const row = rows.find(({ codes, messages }) => codes.test(code) || messages?.test(error.message))
  return row ? row.make(reasonOf(error, code), { where, cause: error }) : error
}

type Make = (reason: string, about: { where: string; cause: unknown }) => EngineError

const full: Make = (reason, { cause }) => new EngineError('STORE_FULL', { reason }, { cause })
const busy: Make = (reason, { cause }) => new EngineError('STORE_BUSY', { reason }, { cause })
const damaged: Make = (reason, { where, cause }) => new EngineError('STORE_DAMAGED', { where, reason }, { cause })
const refused: Make = (reason, { where, cause }) =>
  new EngineError('CONFIG_INVALID', { problems: [`databaseUrl: ${where} refuses us: ${reason}`] }, { cause })

/** PostgreSQL's five-character codes: appendix A of its manual. The first row that fits decides. */
const rows: { codes: RegExp; messages?: RegExp; make: Make }[] = [
  // SQLite reports SHMSIZE when the index of its write-ahead log cannot grow.
  { codes: /^(SQLITE_FULL|SQLITE_IOERR_SHMSIZE|ENOSPC|EDQUOT|53100)$/, make: full },
  {
    codes:
      /^(SQLITE_(BUSY|LOCKED|PROTOCOL)|ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|08|53|57|55P03|40001|40P01)/,
    messages: /^(Connection terminated|Client has encountered a connection error|Query read timeout|timeout e)/,
    make: busy,
  },
  { codes: /^(28|3D|42501|DEPTH_ZERO|ERR_TLS)|CERT/, messages: /^SASL|SSL connection/, make: refused },
  { codes: /^(SQLITE_(CORRUPT|NOTADB|CANTOPEN|READONLY|PERM|IOERR|FORMAT)|58|XX00[12])/, make: damaged },
  { codes: /^(EISDIR|ENOTDIR|EEXIST|EACCES|EPERM|EROFS|ENOENT|ELOOP|ENAMETOOLONG|EIO)$/, make: damaged },
]

const plainReasons: Record<string, string> = {
  ENOENT: 'a directory on its path is missing',
  EISDIR: 'there is a directory in its place',
  ENOTDIR: 'a part of its path is a file, not a directory',
  EEXIST: 'a part of its path is a file, not a directory',
  EACCES: 'this user has no right to it',
  EPERM: 'this user has no right to it',
  EROFS: 'the file system is read-only',
  SQLITE_NOTADB: 'it is not a database, or its first page is damaged',
  SQLITE_BUSY: 'another process holds the database',
}

function reasonOf(error: Error, code: string): string {
  const plain = plainReasons[code]
  if (plain !== undefined) return plain
  // A host with several addresses fails with one error for each, under an empty message.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined
  return (first instanceof Error ? first.message : error.message).replace(/\.$/, '')
}
