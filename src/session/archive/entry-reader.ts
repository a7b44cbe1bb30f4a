import type { TreeEntry, TreePiece } from '../../sandbox/tree.ts'

export interface EntryReader {
  /** Skips the unread rest of the previous entry. */
  next(): Promise<TreeEntry | undefined>
  /** The bytes of the current entry. */
  content(): AsyncGenerator<Uint8Array>
  close(): Promise<void>
}

/** Reads pieces of a tree entry by entry. */
export function createEntryReader(pieces: AsyncGenerator<TreePiece>): EntryReader {
  /** The head of the next entry, found at the end of the previous content. */
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
