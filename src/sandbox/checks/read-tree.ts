import type { SandboxTrees, TreeEntry, TreePiece, TreeQuestion } from '../tree.ts'

export interface ToldTree {
  /** Entries by path, in the order in which they were reported; files with their bytes, if those were asked for. */
  entries: Map<string, TreeEntry & { content?: string }>
  removed: string[]
  left: Map<string, string>
  token: string
}

/** Reads a whole answer; for small trees only. */
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

/** The tree after these changes. */
export function changedTree(before: ToldTree['entries'], { removed, entries }: ToldTree): ToldTree['entries'] {
  const after = new Map(before)
  for (const path of removed) {
    for (const known of [...after.keys()]) if (known === path || known.startsWith(`${path}/`)) after.delete(known)
  }
  for (const [path, entry] of entries) after.set(path, entry)
  return after
}

/** Entries in the order of their names, for comparison. */
export const sortedEntries = (entries: ToldTree['entries']): (TreeEntry & { content?: string })[] =>
  [...entries.values()].sort((one, other) => (one.path < other.path ? -1 : 1))

/** The pieces that write one file. */
export const filePieces = (path: string, content: string | Uint8Array): TreePiece[] => {
  const bytes = Buffer.from(content)
  return [{ entry: { path, type: 'file', mode: 0o644, size: bytes.length, modifiedMs: 1000 } }, { bytes }]
}
