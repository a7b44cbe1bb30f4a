import { EngineError } from '../../contract/errors.ts'
import type { TreePiece } from '../../sandbox/tree.ts'
import type { VolumeRow } from '../../store/volume/volume-rows.ts'

type Pieces = AsyncIterable<TreePiece> | Iterable<TreePiece>

/**
 * Enforces the limits of a volume. Announced sizes count, so a sparse file counts whole. Content that alone exceeds the
 * volume is refused at its first byte too many; whether it fits beside the rest is checked at the end.
 */
export function withinQuota(tree: Pieces, { name, maxBytes, maxFiles }: VolumeRow) {
  const assertFits = ({ bytes, files }: { bytes: number; files: number }) => {
    if (bytes > maxBytes) throw new EngineError('VOLUME_FULL', { name, what: 'bytes', value: bytes, limit: maxBytes })
    if (files > maxFiles)
      throw new EngineError('VOLUME_FULL', { name, what: 'files and directories', value: files, limit: maxFiles })
  }
  async function* pieces(): AsyncGenerator<TreePiece> {
    const told = { bytes: 0, files: 0 }
    let seen = 0
    for await (const piece of tree) {
      if ('entry' in piece) {
        told.files++
        told.bytes += piece.entry.size
      } else if ('bytes' in piece) seen += piece.bytes.length
      assertFits({ bytes: Math.max(told.bytes, seen), files: told.files })
      yield piece
    }
  }
  return { pieces: pieces(), assertFits }
}
