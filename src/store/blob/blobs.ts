/** The port of large content: named by the SHA-256 of its bytes, so equal content is kept once and damage shows. */
export interface Blobs {
  /** Resolves to the hash when the bytes are safe on disk. Refuses more than the configured size. */
  put(bytes: Uint8Array): Promise<string>
  /** The exact bytes, or BLOB_NOT_FOUND / BLOB_DAMAGED; never wrong bytes. */
  get(hash: string): Promise<Uint8Array>
  has(hash: string): Promise<boolean>
  remove(hash: string): Promise<void>
  /** The hashes of all blobs, in no order; blobs that come or go meanwhile may be missing. */
  list(): AsyncIterable<string>
}
