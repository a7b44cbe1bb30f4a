import type { BackupProgress } from '../../contract/backup.ts'

/** The progress before the first row. */
export const noProgress = (): BackupProgress => ({
  ...{ step: 'rows', rows: 0, objects: 0, objectsTotal: 0, bytes: 0, layersLeftOut: 0 },
})
