import type { TreeEntry, TreePiece } from '../../sandbox/tree.ts'

export interface EntryReader {
  /** What was not read of the entry before is passed over. */
  next(): Promise<TreeEntry | undefined>
  /** The bytes of the entry that was told last. */
  content(): AsyncGenerator<Uint8Array>
  close(): Promise<void>
}

/** Pieces of a tree, entry by entry. */
export function createEntryReader(pieces: AsyncGenerator<TreePiece>): EntryReader {
  /** Was met at the end of the content before it. */
  let ahead: TreeEntry | undefined

  async function* content() {
    for (let piece = await pieces.next(); !piece.done; piece = await pieces.next()) {
      if ('bytes' in piece.value) yield piece.value.bytes
      if ('entry' in piece.value) {
        ahead = piece.value.entry
        return
      }
    }
  }

  return {
    async next() {
      if (!ahead) for await (const _ of content());
      const entry = ahead
      ahead = undefined
      return entry
    },
    content,
    close: async () => void (await pieces.return(undefined)),
  }
}
