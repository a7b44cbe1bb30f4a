import { EngineError } from '../../contract/errors.ts'
import type { TreePiece } from '../../sandbox/tree.ts'

export interface Uploaded {
  path: string
  content: AsyncIterable<Uint8Array>
  /** The announced size, where there is one. */
  size: number | undefined
  modifiedMs: number
}

/** One file as pieces of a tree. Throws UPLOAD_BROKEN when its length differs from the announced one. */
export async function* uploadedPieces({ path, content, size, modifiedMs }: Uploaded): AsyncGenerator<TreePiece> {
  yield { entry: { path, type: 'file', mode: 0o644, size: size ?? 0, modifiedMs } }
  let seen = 0
  for await (const bytes of content) {
    seen += bytes.length
    if (size !== undefined && seen > size) break
    yield { bytes }
  }
  if (size !== undefined && seen !== size) throw new EngineError('UPLOAD_BROKEN', {})
}
