import type { LostPart } from '../../contract/attempt-state.ts'
import type { TreeEntry } from '../../sandbox/tree.ts'

/** Where a piece of content lies: in which of the manifest's blobs, and the hash of exactly these bytes. */
export interface Chunk {
  blob: number
  offset: number
  /** Of the content. */
  length: number
  hash: string
  /** What it takes in the blob when it lies there compressed; otherwise it lies there as it is. */
  stored?: number
}

export interface ManifestEntry extends TreeEntry {
  /** Of a file, in order; none for an empty one. */
  chunks?: Chunk[]
}

/** A saved interpreter. Its bytes mean something inside of a box alone. */
export interface ManifestKernel {
  language: string
  size: number
  chunks: Chunk[]
  versions: Record<string, string>
}

/** All that a saved state is, apart from the content itself. */
export interface Manifest {
  format: 1
  /** Sorted by path; directories before what is in them. */
  entries: ManifestEntry[]
  kernels: ManifestKernel[]
  /** Everything that could not be kept. */
  lost: LostPart[]
  /** Hashes of the blobs that chunks lie in. The blob that holds this manifest may be one of them: it is named as ''. */
  blobs: string[]
  /** How large each of them is. */
  blobBytes: number[]
  savedAt: number
}
