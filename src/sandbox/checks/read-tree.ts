import type { SandboxTrees, TreeEntry, TreePiece, TreeQuestion } from '../tree.ts'

export interface ToldTree {
  /** By path, in the order in which they were told; files with their bytes, if those were asked for. */
  entries: Map<string, TreeEntry & { content?: string }>
  removed: string[]
  left: Map<string, string>
  token: string
}

/** All that one answer tells; small trees only. */
export async function readTree(trees: SandboxTrees, question: TreeQuestion): Promise<ToldTree> {
  const told: ToldTree = { entries: new Map(), removed: [], left: new Map(), token: '' }
  let file: (TreeEntry & { content?: string }) | undefined
  for await (const piece of trees.read(question)) {
    if ('bytes' in piece) {
      if (file) file.content += Buffer.from(piece.bytes).toString('latin1')
      continue
    }
    file = undefined
    if ('removed' in piece) told.removed.push(piece.removed)
    else if ('left' in piece) told.left.set(piece.left.path, piece.left.why)
    else if ('token' in piece) told.token = piece.token
    else if ('entry' in piece) {
      file = question.contents && piece.entry.type === 'file' ? { ...piece.entry, content: '' } : { ...piece.entry }
      told.entries.set(piece.entry.path, file)
    }
  }
  return told
}

/** What a tree is when these changes have come over it. */
export function changedTree(before: ToldTree['entries'], { removed, entries }: ToldTree): ToldTree['entries'] {
  const after = new Map(before)
  for (const path of removed) {
    for (const known of [...after.keys()]) if (known === path || known.startsWith(`${path}/`)) after.delete(known)
  }
  for (const [path, entry] of entries) after.set(path, entry)
  return after
}

/** In the order of their names, to be compared. */
export const sortedEntries = (entries: ToldTree['entries']): (TreeEntry & { content?: string })[] =>
  [...entries.values()].sort((one, other) => (one.path < other.path ? -1 : 1))

/** Pieces of a file as they are written. */
export const filePieces = (path: string, content: string | Uint8Array): TreePiece[] => {
  const bytes = Buffer.from(content)
  return [{ entry: { path, type: 'file', mode: 0o644, size: bytes.length, modifiedMs: 1000 } }, { bytes }]
}
