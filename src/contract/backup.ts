/** How far a backup or a restore is. */
export interface BackupProgress {
  step: 'checking' | 'rows' | 'content'
  rows: number
  /** Pieces of large content: long output, and the content of sessions, checkpoints and volumes, layers of machines and templates. */
  objects: number
  /** As far as they are known by now; 0 before that. */
  objectsTotal: number
  /** Of these pieces; of the file while it is checked. */
  bytes: number
  /** Layers of machines and templates that were not wanted: what needs them cannot be started. */
  layersLeftOut: number
}

/** What came of it. */
export interface BackupReport {
  file: string
  /** Of the file. */
  fileBytes: number
  rows: number
  objects: number
  /** Of the objects as they are, before they were compressed. */
  bytes: number
  layersLeftOut: number
  madeAt: number
}
