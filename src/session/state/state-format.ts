/** Content of a blob begins after this much of head. */
export const HEAD_BYTES = 32
export const SALT_BYTES = 16
/** A file is kept in pieces of this size, so that one that grew at its end is mostly there already. */
export const CHUNK_BYTES = 4 * 1024 * 1024
