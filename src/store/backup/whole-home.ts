import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from '../../contract/errors.ts'

export const DATABASE_FILE = 'anneal.db'

/** The parts of a home that a restore writes. */
export const RESTORED_PARTS = ['blobs', 'states', 'layers', DATABASE_FILE]

/** Holds an unfinished restore; while it exists, nothing starts on this home. */
export const ASIDE = 'restoring'

/** Throws while a restore into this home is under way, or was killed. */
export async function assertWholeHome(home: string): Promise<void> {
  if (!(await isThere(join(home, ASIDE)))) return
  const left = [...RESTORED_PARTS, ASIDE].join(', ')
  const reason = `a restore did not finish; remove what it left (${left}) and restore again`
  throw new EngineError('STORE_DAMAGED', { where: home, reason })
}

/** True also when the path cannot be read. */
export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT' && error.code !== 'ENOTDIR',
  )
