import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import type { Check } from '../../contract/check.ts'
import { isEngineError } from '../in-store.ts'
import type { Blobs } from './blobs.ts'

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export const contentChecks: Check<{ blobs: Blobs; limitBytes: number }>[] = [
  {
    id: 'content-comes-back-equal',
    async run({ blobs, limitBytes }) {
      for (const size of [0, 1, 4096, 65_537, limitBytes]) {
        const bytes = randomBytes(Math.min(size, limitBytes))
        const hash = await blobs.put(bytes)
        assert.equal(hash, hashOf(bytes))
        assert.ok(bytes.equals(await blobs.get(hash)), `${bytes.length} bytes came back changed`)
      }
    },
  },
  {
    id: 'equal-content-may-be-put-by-many-at-once',
    async run({ blobs }) {
      const bytes = randomBytes(10_000)
      const hashes = await Promise.all(Array.from({ length: 20 }, () => blobs.put(bytes)))
      assert.deepEqual(new Set(hashes), new Set([hashOf(bytes)]))
      assert.ok(bytes.equals(await blobs.get(hashOf(bytes))))
    },
  },
  {
    id: 'missing-content-is-an-error',
    async run({ blobs }) {
      const hash = hashOf(randomBytes(20))
      assert.equal(await blobs.has(hash), false)
      await assert.rejects(blobs.get(hash), isEngineError('BLOB_NOT_FOUND'))
      await blobs.remove(hash)
    },
  },
  {
    id: 'removed-content-is-gone',
    async run({ blobs }) {
      const bytes = randomBytes(20)
      const hash = await blobs.put(bytes)
      assert.equal(await blobs.has(hash), true)
      await blobs.remove(hash)
      assert.equal(await blobs.has(hash), false)
      await assert.rejects(blobs.get(hash), isEngineError('BLOB_NOT_FOUND'))
      assert.equal(await blobs.put(bytes), hash)
      assert.ok(bytes.equals(await blobs.get(hash)), 'it cannot be put again')
    },
  },
  {
    id: 'too-much-content-is-refused',
    async run({ blobs, limitBytes }) {
      const bytes = randomBytes(limitBytes + 1)
      await assert.rejects(blobs.put(bytes), isEngineError('BLOB_TOO_LARGE'))
      assert.equal(await blobs.has(hashOf(bytes)), false)
    },
  },
  {
    id: 'only-a-hash-names-content',
    async run({ blobs }) {
      const hash = await blobs.put(randomBytes(20))
      const parent = `${hash.slice(0, 2)}/${hash.slice(2, 4)}/../../`
      const names = ['', '.', '..', '../../../../../../etc/passwd', '/etc/passwd', `${parent}${hash}`, `${hash}\0`]
      for (const name of [...names, hash.toUpperCase(), `${hash}\n`, hash.slice(1), `${hash}0`]) {
        assert.equal(await blobs.has(name), false, `${JSON.stringify(name)} names something`)
        await assert.rejects(blobs.get(name), isEngineError('BLOB_NOT_FOUND'))
        await blobs.remove(name)
      }
      assert.equal(await blobs.has(hash), true, 'it was removed by another name')
    },
  },
  {
    id: 'all-content-is-listed',
    async run({ blobs }) {
      const hashes: string[] = []
      for (let n = 0; n < 5; n++) hashes.push(await blobs.put(randomBytes(20)))
      const gone = await blobs.put(randomBytes(20))
      await blobs.remove(gone)
      const listed: string[] = []
      for await (const hash of blobs.list()) listed.push(hash)
      assert.equal(new Set(listed).size, listed.length, 'something is listed twice')
      for (const hash of hashes) assert.ok(listed.includes(hash), `${hash} is not listed`)
      assert.ok(!listed.includes(gone), 'what was removed is listed')
    },
  },
]
