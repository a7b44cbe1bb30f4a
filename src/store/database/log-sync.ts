import { type FileHandle, open } from 'node:fs/promises'
import { dirname } from 'node:path'

export interface LogSync {
  /** Resolves when everything committed before the call is on the disk. */
  synced(): Promise<void>
  close(): Promise<void>
}

/**
 * Syncs SQLite's write-ahead log to the disk. SQLite would do it inside of each commit and block the whole process;
 * here it happens beside, once for all who wait at the same time.
 */
export function createLogSync(databaseFile: string): LogSync {
  let log: Promise<FileHandle> | undefined
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  const sync = async () => {
    log ??= openLog(databaseFile).catch((error) => {
      log = undefined
      throw error
    })
    await (await log).datasync()
  }
  const run = (): Promise<void> => {
    running = sync().finally(() => {
      running = undefined
    })
    return running
  }
  return {
    synced() {
      if (!running) return run()
      // The sync under way may have begun before the caller's commit.
      next ??= running
        .catch(() => {})
        .then(() => {
          next = undefined
          return run()
        })
      return next
    },
    async close() {
      await next?.catch(() => {})
      await running?.catch(() => {})
      await (await log?.catch(() => undefined))?.close()
    },
  }
}

/** Its name must last too. SQLite keeps the file while the database is open. */
async function openLog(databaseFile: string): Promise<FileHandle> {
  const directory = await open(dirname(databaseFile))
  await directory.sync().finally(() => directory.close())
  return open(`${databaseFile}-wal`)
}
