import { basename } from 'node:path'
import type { Blobs } from './blobs.ts'

/** For each check, a keeper that breaks its promise. */
export const brokenBlobs: Record<string, (blobs: Blobs) => Partial<Blobs>> = {
  'content-comes-back-equal': (blobs) => ({
    async get(hash) {
      const bytes = await blobs.get(hash)
      return bytes.map((byte, index) => (index === 4000 ? byte ^ 1 : byte))
    },
  }),
  'equal-content-may-be-put-by-many-at-once': (blobs) => {
    let isPutting = false
    return {
      async put(bytes) {
        if (isPutting) throw new Error('the temporary file exists')
        isPutting = true
        return await blobs.put(bytes).finally(() => {
          isPutting = false
        })
      },
    }
  },
  'missing-content-is-an-error': (blobs) => ({ get: (hash) => blobs.get(hash).catch(() => new Uint8Array()) }),
  'removed-content-is-gone': () => ({ remove: async () => {} }),
  'too-much-content-is-refused': (blobs) => ({ put: (bytes) => blobs.put(bytes.subarray(0, 1000)) }),
  'only-a-hash-names-content': (blobs) => ({ has: (name) => blobs.has(basename(name).trim().toLowerCase()) }),
  'all-content-is-listed': (blobs) => ({
    async *list() {
      for await (const hash of blobs.list()) yield* [hash, hash]
    },
  }),
}
