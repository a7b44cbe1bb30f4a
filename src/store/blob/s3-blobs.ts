import type { S3Client } from '@aws-sdk/client-s3'
import { EngineError } from '../../contract/errors.ts'
import { contentHash, isContentHash } from '../content/content-hash.ts'
import type { Blobs } from './blobs.ts'
import { isMissing, s3Error } from './s3-error.ts'

const CONNECT_TIMEOUT_MS = 5000
/** Limit on silence: a large object may take longer as a whole. */
const SILENCE_TIMEOUT_MS = 30_000
/** The client retries until there is an answer; an answer that breaks off in the middle is ours to repeat. */
const ATTEMPTS = 3

export interface S3BlobsOptions {
  bucket: string
  /** Empty for Amazon's own. */
  endpoint: string
  region: string
  prefix: string
  /** Empty lets the client look in its own places. */
  keyId: string
  secret: string
  limitBytes: number
}

type Client = Awaited<ReturnType<typeof loadClient>>

/** Content as objects named `prefix/hash`. The client is loaded only here, since most installations need none. */
export async function createS3Blobs(options: S3BlobsOptions): Promise<Blobs> {
  const { bucket, prefix, limitBytes } = options
  const where = `${options.endpoint ? new URL(options.endpoint).host : 'Amazon S3'}/${bucket}`
  const { commands, client } = await loadClient(options)
  const folder = prefix.replace(/\/+$/, '')
  const nameOf = (hash: string) => ({ Bucket: bucket, Key: folder ? `${folder}/${hash}` : hash })
  const typed = <T>(work: Promise<T>) => work.catch((error) => Promise.reject(s3Error(error, { where, bucket })))

  await typed(probe({ commands, client }, nameOf('probe')))
  return {
    async put(bytes) {
      if (bytes.length > limitBytes) throw new EngineError('BLOB_TOO_LARGE', { bytes: bytes.length, limitBytes })
      const hash = await contentHash(bytes)
      // The server compares the content with it.
      const ChecksumSHA256 = Buffer.from(hash, 'hex').toString('base64')
      await typed(client.send(new commands.PutObjectCommand({ ...nameOf(hash), Body: bytes, ChecksumSHA256 })))
      return hash
    },
    async get(hash) {
      if (!isContentHash(hash)) throw new EngineError('BLOB_NOT_FOUND', { hash })
      const bytes = await typed(download({ commands, client }, nameOf(hash)))
      if (!bytes) throw new EngineError('BLOB_NOT_FOUND', { hash })
      if ((await contentHash(bytes)) !== hash) throw new EngineError('BLOB_DAMAGED', { hash })
      return bytes
    },
    async has(hash) {
      if (!isContentHash(hash)) return false
      const asked = client.send(new commands.HeadObjectCommand(nameOf(hash))).then(() => true)
      return typed(asked.catch((error) => (isMissing(error) ? false : Promise.reject(error))))
    },
    async remove(hash) {
      if (isContentHash(hash)) await typed(client.send(new commands.DeleteObjectCommand(nameOf(hash))))
    },
    async *list() {
      const Prefix = nameOf('').Key
      for (let token: string | undefined, isFirst = true; isFirst || token; isFirst = false) {
        const question = { Bucket: bucket, Prefix, ...(token && { ContinuationToken: token }) }
        const page = await typed(client.send(new commands.ListObjectsV2Command(question)))
        token = page.NextContinuationToken
        yield* (page.Contents ?? []).map(({ Key = '' }) => Key.slice(Prefix.length)).filter(isContentHash)
      }
    },
  }
}

async function loadClient({ endpoint, region, keyId, secret }: S3BlobsOptions) {
  const commands = await import('@aws-sdk/client-s3')
  const client: S3Client = new commands.S3Client({
    region,
    // Servers other than Amazon's have no host name per bucket.
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(keyId && { credentials: { accessKeyId: keyId, secretAccessKey: secret } }),
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: SILENCE_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
    // The client's own checksums use frames that not every server knows; content is named by its hash anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { commands, client }
}

/** Tests that objects can be written before anything depends on it. */
async function probe({ commands, client }: Client, name: { Bucket: string; Key: string }) {
  await client.send(new commands.PutObjectCommand({ ...name, Body: new Uint8Array() }))
  await client.send(new commands.DeleteObjectCommand(name))
}

/** Undefined when there is no such object. */
async function download({ commands, client }: Client, name: { Bucket: string; Key: string }, attempt = 1) {
  try {
    const { Body } = await client.send(new commands.GetObjectCommand(name))
    return (await Body?.transformToByteArray()) ?? new Uint8Array()
  } catch (error) {
    if (isMissing(error)) return undefined
    const isAnswer = typeof error === 'object' && error !== null && '$fault' in error
    if (isAnswer || attempt === ATTEMPTS) throw error
    return download({ commands, client }, name, attempt + 1)
  }
}
