import { join } from 'node:path'
import type { Config } from '../config/settings.ts'
import { MOST_BLOB_BYTES } from '../session/state/state-format.ts'
import type { Blobs } from '../store/blob/blobs.ts'
import { createFileBlobs } from '../store/blob/file-blobs.ts'

/**
 * Chooses where the content of sessions, checkpoints and volumes is kept: in a bucket, or in files beside the
 * journal's.
 */
export async function chooseStateBlobs(config: Config): Promise<Blobs> {
  // Large states are written as several blobs: the setting limits single outputs of programs.
  const limitBytes = Math.max(config.blobBytes, MOST_BLOB_BYTES)
  if (!config.s3Bucket) return createFileBlobs({ directory: join(config.home, 'states'), limitBytes, levels: 1 })
  const { createS3Blobs } = await import('../store/blob/s3-blobs.ts')
  return createS3Blobs({
    bucket: config.s3Bucket,
    endpoint: config.s3Endpoint,
    region: config.s3Region,
    prefix: config.s3Prefix,
    keyId: config.s3KeyId,
    secret: config.s3Secret,
    limitBytes,
  })
}
