import type { Chunk, Manifest, ManifestEntry } from './manifest.ts'

/** A row instead of an object for each entry: ten thousand are written with every save. */
export function encodeManifest({ entries, kernels, lost, blobs, blobBytes, savedAt, format }: Manifest): string {
  return JSON.stringify({
    format,
    savedAt,
    blobs,
    // Its own size cannot be in it: whoever reads the blob sees it.
    blobBytes: blobBytes.map((bytes, index) => (blobs[index] === '' ? 0 : bytes)),
    kernels: kernels.map(({ language, size, chunks, versions }) => ({
      language,
      size,
      versions,
      chunks: chunks.map(chunkRow),
    })),
    lost,
    entries: entries.map(entryRow),
  })
}

function entryRow({ path, type, mode, modifiedMs, size, target, chunks = [] }: ManifestEntry): unknown[] {
  if (type === 'directory') return [path, 'd', mode, modifiedMs]
  if (type === 'symlink') return [path, 'l', mode, modifiedMs, target]
  return [path, 'f', mode, modifiedMs, size, chunks.map(chunkRow)]
}

const chunkRow = ({ blob, offset, length, hash, stored }: Chunk): unknown[] =>
  stored === undefined ? [blob, offset, length, hash] : [blob, offset, length, hash, stored]
