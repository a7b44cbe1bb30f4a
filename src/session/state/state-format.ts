/** Bytes of the head, after which the content of a blob begins. */
export const HEAD_BYTES = 32
export const SALT_BYTES = 16
/** Files are kept in pieces of this size, so that a file that grew at its end is mostly stored already. */
export const CHUNK_BYTES = 4 * 1024 * 1024
/** A save that is larger is written as several blobs. */
export const BLOB_BYTES = 32 * 1024 * 1024
/** Most bytes of a manifest as text: a million files. */
export const MOST_MANIFEST_BYTES = 256 * 1024 * 1024
/** The largest blob of a state. */
export const MOST_BLOB_BYTES = HEAD_BYTES + BLOB_BYTES + MOST_MANIFEST_BYTES
