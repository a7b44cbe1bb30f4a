import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { chooseStateBlobs } from '../adapter/choose-state-blobs.ts'
import { openJournalBlobs } from '../adapter/open-journal-blobs.ts'
import { openStore } from '../adapter/open-store.ts'
import type { Config } from '../config/settings.ts'
import type { BackupProgress, BackupReport } from '../contract/backup.ts'
import { EngineError } from '../contract/errors.ts'
import { noProgress } from '../store/backup/no-progress.ts'
import { DATABASE_FILE, isThere } from '../store/backup/whole-home.ts'
import { type WriteBackupOptions, writeBackup } from '../store/backup/write-backup.ts'
import { syncDirectory } from '../store/blob/sync-directory.ts'
import { databaseError } from '../store/database/database-error.ts'
import type { Store } from '../store/store.ts'
import { openBackupLayers } from './open-backup-layers.ts'

/** A hold outlives a killed backup by this time. */
const HOLD_MS = 60_000

export interface BackupCall {
  file: string
  /** Names this backup to the store. */
  id: string
  madeAt: number
  madeBy: string
  /** Leaves layers out, for a caller who cannot read them. */
  withoutLayers?: boolean | undefined
  onProgress(progress: BackupProgress): void
  signal: AbortSignal
}

/** Writes everything that lasts into one file, also while a server uses it. */
export async function backupHome(config: Config, call: BackupCall): Promise<BackupReport> {
  if (!config.databaseUrl) await assertThere(join(config.home, DATABASE_FILE))
  const store = await openStore(config)
  const layers = call.withoutLayers ? null : openBackupLayers(config)
  try {
    const blobs = { journal: await openJournalBlobs(config), states: await chooseStateBlobs(config) }
    let last = noProgress()
    const onProgress = (progress: BackupProgress) => {
      last = progress
      call.onProgress(progress)
    }
    await whileHeld(store, call.id, () => writeFile({ ...call, store, blobs, layers, onProgress }))
    const { step: _, objectsTotal: __, ...total } = last
    return { file: call.file, fileBytes: (await stat(call.file)).size, ...total, madeAt: call.madeAt }
  } finally {
    await layers?.close()
    await store.close()
  }
}

async function assertThere(file: string) {
  if (await isThere(file)) return
  throw new EngineError('STORE_DAMAGED', { where: file, reason: 'there is no database to back up' })
}

/**
 * Sessions go on while their content is read, and may leave a state that the backup has listed. Its content stays while
 * it is held; the next sweep removes it. A hold that cannot be renewed fails the backup, and never loses content of a
 * session.
 */
async function whileHeld(store: Store, id: string, work: () => Promise<void>) {
  await store.backup.hold(id, HOLD_MS)
  const renewing = setInterval(() => void store.backup.hold(id, HOLD_MS).catch(() => {}), HOLD_MS / 3)
  try {
    await work()
  } finally {
    clearInterval(renewing)
    await store.backup.letGo(id).catch(() => {})
  }
}

/** The file has another name until it is whole and on the disk. */
async function writeFile(options: WriteBackupOptions & { file: string }) {
  const { file, signal } = options
  const partial = `${file}.partial`
  try {
    const stream = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(writeBackup(options), stream, { signal })
    await rename(partial, file)
    await syncDirectory(dirname(file))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') await rm(partial, { force: true })
    throw signal.aborted ? error : databaseError(error, file)
  }
}
