/** Content of a blob begins after this much of head. */
export const HEAD_BYTES = 32
export const SALT_BYTES = 16
/** A file is kept in pieces of this size, so that one that grew at its end is mostly there already. */
export const CHUNK_BYTES = 4 * 1024 * 1024
/** A save that is larger is written as several blobs. */
export const BLOB_BYTES = 32 * 1024 * 1024
/** Of a description as text: a million files. */
export const MOST_MANIFEST_BYTES = 256 * 1024 * 1024
/** No blob of states is larger. */
export const MOST_BLOB_BYTES = HEAD_BYTES + BLOB_BYTES + MOST_MANIFEST_BYTES
