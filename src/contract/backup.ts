/** The progress of a backup or a restore. */
export interface BackupProgress {
  step: 'checking' | 'rows' | 'content'
  rows: number
  /** Pieces of large content: long output, and the content of sessions, checkpoints and volumes, layers of machines and templates. */
  objects: number
  /** The total as far as it is known by now; 0 before that. */
  objectsTotal: number
  /** Bytes of these pieces; of the file while it is checked. */
  bytes: number
  /** Layers of machines and templates that were left out on request: machines that need them cannot be started. */
  layersLeftOut: number
}

/** The result of a backup or a restore. */
export interface BackupReport {
  file: string
  /** Size of the file. */
  fileBytes: number
  rows: number
  objects: number
  /** Size of the objects before compression. */
  bytes: number
  layersLeftOut: number
  madeAt: number
}
