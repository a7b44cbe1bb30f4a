import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { chooseStateBlobs } from '../adapter/choose-state-blobs.ts'
import { openJournalBlobs } from '../adapter/open-journal-blobs.ts'
import { openStore } from '../adapter/open-store.ts'
import type { Config } from '../config/settings.ts'
import type { BackupProgress, BackupReport } from '../contract/backup.ts'
import { EngineError } from '../contract/errors.ts'
import { assertSealed } from '../store/backup/backup-seal.ts'
import { restoreBackup } from '../store/backup/restore-backup.ts'
import { ASIDE, isThere, RESTORED_PARTS } from '../store/backup/whole-home.ts'
import { syncDirectory } from '../store/blob/sync-directory.ts'
import { databaseError } from '../store/database/database-error.ts'
import { openBackupLayers } from './open-backup-layers.ts'

export interface RestoreCall {
  file: string
  /** Leaves layers out, for a caller who cannot restore them. */
  withoutLayers?: boolean | undefined
  onProgress(progress: BackupProgress): void
  signal: AbortSignal
}

/** Restores a backup into an empty home and an empty database; a failure leaves nothing behind. */
export async function restoreHome(config: Config, call: RestoreCall): Promise<BackupReport> {
  const { home } = config
  const { file, onProgress, signal } = call
  await refuseFilled(home)
  const total = { rows: 0, objects: 0, bytes: 0, layersLeftOut: 0 }
  const onBytes = (bytes: number, objectsTotal: number) =>
    onProgress({ step: 'checking', ...total, objectsTotal, bytes })
  const contentBytes = await assertSealed(file, { onBytes, signal })
  const aside = join(home, ASIDE)
  const typed = <T>(work: Promise<T>) => work.catch((error) => Promise.reject(databaseError(error, home)))
  await typed(mkdir(home, { recursive: true, mode: 0o700 }))
  await typed(mkdir(aside, { mode: 0o700 }))
  const filling = fill({ ...config, home: aside }, { ...call, contentBytes, onProgress: noting(total, call) })
  const { madeAt } = await filling.catch(async (error) => {
    await rm(aside, { recursive: true, force: true })
    throw error
  })
  // Everything is whole from here on: a failure leaves the directory, which says that the restore is to be finished.
  await typed(moveInto(home))
  return { file, fileBytes: (await stat(file)).size, ...total, madeAt }
}

async function refuseFilled(home: string) {
  for (const name of [ASIDE, ...RESTORED_PARTS]) {
    if (!(await isThere(join(home, name)))) continue
    throw new EngineError('BACKUP_REFUSED', { reason: `${home} is not empty: there is ${name} in it` })
  }
}

const noting =
  (total: Partial<BackupReport>, { onProgress }: RestoreCall) =>
  (progress: BackupProgress) => {
    const { step: _, objectsTotal: __, ...done } = progress
    Object.assign(total, done)
    onProgress(progress)
  }

/** The database is closed before its file is moved, so that nothing remains in its log. */
async function fill(config: Config, call: RestoreCall & { contentBytes: number }) {
  const store = await openStore(config)
  const layers = call.withoutLayers ? null : openBackupLayers(config)
  try {
    const blobs = { journal: await openJournalBlobs(config), states: await chooseStateBlobs(config) }
    return await restoreBackup({ ...call, store, blobs, layers })
  } finally {
    await layers?.close()
    await store.close()
  }
}

async function moveInto(home: string) {
  for (const name of RESTORED_PARTS) {
    const part = join(home, ASIDE, name)
    if (await isThere(part)) await rename(part, join(home, name))
  }
  await syncDirectory(home)
  await rm(join(home, ASIDE), { recursive: true })
  await syncDirectory(home)
}
