import type { LostPart } from '../../contract/attempt-state.ts'
import type { TreeEntry } from '../../sandbox/tree.ts'

/** The place of a piece of content: the number of its blob, and the hash of exactly these bytes. */
export interface Chunk {
  blob: number
  offset: number
  /** Length of the content. */
  length: number
  hash: string
  /** The chunk's length in the blob when it is compressed; otherwise it is stored as it is. */
  stored?: number
}

export interface ManifestEntry extends TreeEntry {
  /** The chunks of a file, in order; none for an empty one. */
  chunks?: Chunk[]
}

/** A saved interpreter. Only a sandbox gives its bytes a meaning. */
export interface ManifestKernel {
  language: string
  size: number
  chunks: Chunk[]
  versions: Record<string, string>
}

/** Everything of a saved state except the content itself. */
export interface Manifest {
  format: 1
  /** Sorted by path; directories before their content. */
  entries: ManifestEntry[]
  kernels: ManifestKernel[]
  /** The values that could not be kept. */
  lost: LostPart[]
  /** Hashes of the blobs that chunks lie in. The blob that holds this manifest may be one of them: its hash is ''. */
  blobs: string[]
  /** The size of each blob. */
  blobBytes: number[]
  savedAt: number
}
