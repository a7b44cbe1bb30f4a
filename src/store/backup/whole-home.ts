import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from '../../contract/errors.ts'

export const DATABASE_FILE = 'anneal.db'

/** What a restore brings into a home. */
export const RESTORED_PARTS = ['blobs', 'states', 'layers', DATABASE_FILE]

/** In here lies what is not whole yet; as long as it does, nothing starts on this home. */
export const ASIDE = 'restoring'

/** Throws while a restore into this home has not come to its end, or was killed on the way. */
export async function assertWholeHome(home: string): Promise<void> {
  if (!(await isThere(join(home, ASIDE)))) return
  const left = [...RESTORED_PARTS, ASIDE].join(', ')
  const reason = `a restore did not finish; remove what it left (${left}) and restore again`
  throw new EngineError('STORE_DAMAGED', { where: home, reason })
}

/** Also when it cannot be looked at. */
export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT' && error.code !== 'ENOTDIR',
  )
