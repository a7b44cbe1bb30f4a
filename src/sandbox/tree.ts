/** One entry of a directory tree in a sandbox. Its path comes from the sandbox and is never looked up on the host. */
export interface TreeEntry {
  /** Path relative to the root of the tree; parts are joined by `/`. */
  path: string
  type: 'file' | 'directory' | 'symlink'
  mode: number
  /** Bytes of a file; 0 for other types. */
  size: number
  /** Time of a file, to the microsecond; 0 for other types. */
  modifiedMs: number
  /** Target of a symlink. */
  target?: string
  /** Owner of the entry, where a caller outside of sandboxes set one. Sandboxes neither report nor take it. */
  owner?: TreeOwner
}

export interface TreeOwner {
  uid: number
  gid: number
}

/**
 * A tree, or the changes in it, piece by piece: the bytes of a file follow its entry, exactly as many as its size says, until a
 * piece of another kind comes. Removals come before all entries, and directories before their content. A removal includes
 * everything below the path, which may come back among the entries.
 */
export type TreePiece =
  /** Comes first: everything follows, and a path that is not named does not exist. */
  | { whole: true }
  | { removed: string }
  | { entry: TreeEntry }
  | { bytes: Uint8Array }
  /**
   * An entry that cannot be told: it is no file, directory or link, cannot be read, has a name that is no text or too long a
   * path, or would take more room than the sandbox has, with its holes and second names. Each answer repeats it, and reports it
   * as removed if it was told before.
   */
  | { left: { path: string; why: string } }
  /** Comes last: names the state that was seen, for the next question. */
  | { token: string }

export interface TreeQuestion {
  /** An absolute directory inside the sandbox. */
  root: string
  /** The token of an earlier answer: only changes since then are reported. An unknown token tells everything. */
  since?: string | undefined
  /** Includes the bytes of files; otherwise only the entries are reported. */
  contents: boolean
  /** Compares the bytes of every file, not only its times: a program may have written through a mapping. */
  thorough?: boolean
}

/** Whole trees of a sandbox, read and written inside it with no more rights than its programs have. */
export interface SandboxTrees {
  /** Tells either version of an entry that changes meanwhile; the next answer tells it again. */
  read(question: TreeQuestion): AsyncIterable<TreePiece>
  /**
   * Makes the tree what the pieces say: removals go with everything below them, entries replace existing ones, and unnamed
   * paths stay. Gives a token for the resulting tree, as far as it was told or written before: the next answer tells the
   * changes that programs make meanwhile.
   *
   * Existing files are overwritten in place, so that programs which have them open see the change; new files, those with a
   * second name and running ones are replaced when the new file is whole. Pieces that end in an error leave their current file
   * half written. Other readers and writers of the same root wait for the last piece.
   */
  write(root: string, pieces: AsyncIterable<TreePiece> | Iterable<TreePiece>): Promise<string>
}
