import type { ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { OBJECT_STORE_KEY, type ObjectStore, startObjectStore } from '../../../test/support/object-store.ts'
import { blobChecks } from '../checks.ts'
import type { Blobs } from './blobs.ts'
import { createS3Blobs, type S3BlobsOptions } from './s3-blobs.ts'

const LIMIT_BYTES = 100_000
const bytes = Buffer.from('forty-two bytes of content, more or less…')
let server: ObjectStore
beforeAll(async () => {
  server = await startObjectStore('anneal-test')
})
afterEach(() => server.interfere(() => false))
afterAll(() => server.stop())

const open = (known: Partial<S3BlobsOptions> = {}) =>
  createS3Blobs({
    ...{ bucket: 'anneal-test', endpoint: server.endpoint, region: 'us-east-1', prefix: 'a/b/', ...OBJECT_STORE_KEY },
    limitBytes: LIMIT_BYTES,
    ...known,
  })

async function listOf(blobs: Blobs): Promise<string[]> {
  const found: string[] = []
  for await (const hash of blobs.list()) found.push(hash)
  return found
}

describe('objects keep the promises of every keeper of content', () => {
  for (const check of blobChecks) {
    it(check.id, async () => check.run({ blobs: await open(), limitBytes: LIMIT_BYTES }))
  }
})

describe('an unusable object store reports why, and never the secret', () => {
  async function failure(known: Partial<S3BlobsOptions>) {
    const error = await open({ secret: 'sesame', ...known }).catch((thrown) => thrown)
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('sesame')
    return error
  }

  it('when the server finds that the secret is wrong', async () => {
    // Our test server does not check today's signatures.
    server.interfere((_, response) => {
      response.writeHead(403, { 'content-type': 'application/xml' })
      response.end('<Error><Code>SignatureDoesNotMatch</Code><Message>The signature is another.</Message></Error>')
      return true
    })
    const message = expect.stringMatching(/s3Secret: .* refuses us: The signature is another$/)
    expect(await failure({})).toMatchObject({ code: 'CONFIG_INVALID', message })
  })

  it('when the key is unknown', async () => {
    const error = await failure({ keyId: 'nobody' })
    expect(error).toMatchObject({ code: 'CONFIG_INVALID', message: expect.stringMatching(/s3KeyId.*127\.0\.0\.1/) })
  })

  it('when the bucket does not exist', async () => {
    const error = await failure({ ...OBJECT_STORE_KEY, bucket: 'absent' })
    expect(error).toMatchObject({ code: 'CONFIG_INVALID', message: expect.stringContaining('no bucket absent at') })
  })

  it('when nothing listens', async () => {
    const error = await failure({ endpoint: 'http://127.0.0.1:1' })
    expect(error).toMatchObject({ code: 'OBJECTS_UNAVAILABLE', message: expect.stringContaining('ECONNREFUSED') })
  })
})

describe('an object store that fails while it is used', () => {
  it('is asked again, and nobody notices a single failure', async () => {
    const blobs = await open()
    for (const fail of [refuse, breakOff]) {
      let failures = 1
      server.interfere((_, response) => failures-- > 0 && fail(response))
      const hash = await blobs.put(bytes)
      failures = 1
      expect(bytes.equals(await blobs.get(hash))).toBe(true)
    }
  })

  it('is OBJECTS_UNAVAILABLE when it goes on failing', async () => {
    const blobs = await open()
    const hash = await blobs.put(bytes)
    for (const fail of [refuse, breakOff]) {
      server.interfere((_, response) => fail(response))
      const unavailable = { code: 'OBJECTS_UNAVAILABLE' }
      await expect(blobs.get(hash)).rejects.toMatchObject(unavailable)
      await expect(blobs.put(bytes)).rejects.toMatchObject(unavailable)
      await expect(blobs.has(hash)).rejects.toMatchObject(unavailable)
      await expect(blobs.remove(hash)).rejects.toMatchObject(unavailable)
      await expect(listOf(blobs)).rejects.toMatchObject(unavailable)
    }
  })

  it('never gives bytes that are not the content', async () => {
    const blobs = await open()
    const hash = await blobs.put(bytes)
    server.interfere((_, response) => {
      response.end('something else')
      return true
    })
    await expect(blobs.get(hash)).rejects.toMatchObject({ code: 'BLOB_DAMAGED' })
  })

  const refuse = (response: ServerResponse) => {
    response.writeHead(503).end()
    return true
  }
  /** Breaks off in the middle of an answer. */
  const breakOff = (response: ServerResponse) => {
    response.writeHead(200, { 'content-length': bytes.length })
    response.write(bytes.subarray(0, 10), () => response.destroy())
    return true
  }
})

it('two prefixes of one bucket do not see each other', async () => {
  const [one, other] = [await open({ prefix: 'one' }), await open({ prefix: 'one/b' })]
  const hash = await one.put(bytes)
  expect(await other.has(hash)).toBe(false)
  expect(await listOf(other)).toEqual([])
})

it('a list of several answers is whole', async () => {
  const blobs = await open()
  const hashes = ['1', '2', '3'].map((digit) => digit.repeat(64))
  // Our test server fails when it has to cut a list: its cipher for the cursor is too old for Node.
  server.interfere((request, response) => {
    const token = new URL(request.url ?? '', server.endpoint).searchParams.get('continuation-token')
    const page = token === null ? 0 : Number(token)
    const next = page < 2 ? `<NextContinuationToken>${page + 1}</NextContinuationToken>` : ''
    const contents = `<Contents><Key>a/b/${hashes[page]}</Key></Contents><Contents><Key>a/b/probe</Key></Contents>`
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end(`<ListBucketResult><IsTruncated>${page < 2}</IsTruncated>${next}${contents}</ListBucketResult>`)
    return true
  })
  expect(await listOf(blobs)).toEqual(hashes)
})
