import { randomUUID } from 'node:crypto'
import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { BackupProgress, BackupReport } from '../../contract/backup.ts'
import { backupHome, restoreHome } from '../../engine.ts'
import { readConfig } from '../read-config.ts'
import { UsageError } from '../usage-error.ts'

interface FileCall {
  file: string
  withoutLayers?: boolean | undefined
  onProgress(progress: BackupProgress): void
  signal: AbortSignal
}

/** Works on the data itself rather than through a server: a stopped server can be backed up, and an empty home has none. */
export async function backupHere(call: FileCall & { version: string }): Promise<BackupReport> {
  const file = resolve(call.file)
  for (const taken of [file, `${file}.partial`]) {
    const isTaken = await access(taken).then(
      () => true,
      () => false,
    )
    if (isTaken) throw new UsageError(`There is a file ${taken} already.`, 'Choose another name, or remove it.')
  }
  const about = { id: randomUUID(), madeAt: Date.now(), madeBy: call.version }
  return backupHome(readConfig({}).config, { ...call, ...about, file })
}

export function restoreHere(call: FileCall): Promise<BackupReport> {
  return restoreHome(readConfig({}).config, { ...call, file: resolve(call.file) })
}
