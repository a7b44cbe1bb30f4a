import { join } from 'node:path'
import type { Config } from '../config/settings.ts'
import type { Blobs } from '../store/blob/blobs.ts'
import { createFileBlobs } from '../store/blob/file-blobs.ts'

/** Opens the blobs that hold output too long for a row of the journal. */
export const openJournalBlobs = ({ home, blobBytes }: Pick<Config, 'home' | 'blobBytes'>): Promise<Blobs> =>
  createFileBlobs({ directory: join(home, 'blobs'), limitBytes: blobBytes })
