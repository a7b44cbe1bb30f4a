import type { TreePiece } from '../../sandbox/tree.ts'
import type { Chunk, ManifestEntry } from './manifest.ts'

/**
 * A saved tree, ready to be written: directories and links first, then files in the order of their content in blobs, so
 * that each blob is read once.
 */
export async function* readTree(
  entries: readonly ManifestEntry[],
  content: (chunks: readonly Chunk[]) => AsyncIterable<Uint8Array>,
): AsyncGenerator<TreePiece> {
  for (const entry of entries) if (entry.type !== 'file') yield { entry: plain(entry) }
  const files = entries.filter(({ type }) => type === 'file')
  for (const entry of files.toSorted((a, b) => firstBlob(a) - firstBlob(b))) {
    yield { entry: plain(entry) }
    for await (const bytes of content(entry.chunks ?? [])) yield { bytes }
  }
}

const firstBlob = ({ chunks }: ManifestEntry) => chunks?.[0]?.blob ?? 0

function plain({ chunks: _, ...entry }: ManifestEntry) {
  return entry
}
