import type { TreePiece } from '../../sandbox/tree.ts'

export interface Uploaded {
  path: string
  content: AsyncIterable<Uint8Array>
  /** As it is told beforehand, where it is. */
  size: number | undefined
  modifiedMs: number
}

/** One file as pieces of a tree. */
export async function* uploadedPieces({ path, content, size = 0, modifiedMs }: Uploaded): AsyncGenerator<TreePiece> {
  yield { entry: { path, type: 'file', mode: 0o644, size, modifiedMs } }
  for await (const bytes of content) yield { bytes }
}
