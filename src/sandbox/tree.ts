/** One thing in a directory tree of a box. Its path is the box's word: it is never looked up on the host. */
export interface TreeEntry {
  /** Relative to the root of the tree; parts are joined by `/`. */
  path: string
  type: 'file' | 'directory' | 'symlink'
  mode: number
  /** Bytes of a file; 0 for the rest. */
  size: number
  modifiedMs: number
  /** What a symlink points to. */
  target?: string
}

/**
 * A tree, or what changed in it, piece by piece: whoever is told of a file is told its bytes next, until a piece of another
 * kind comes. Directories come before what is in them, what was removed before all entries.
 */
export type TreePiece =
  /** First: everything follows, what is not named is not there. */
  | { whole: true }
  | { removed: string }
  | { entry: TreeEntry }
  | { bytes: Uint8Array }
  /** Is there, but is no file, directory or link, or cannot be read. */
  | { left: { path: string; why: string } }
  /** Last: names what was seen, for the next question. */
  | { token: string }

export interface TreeQuestion {
  /** An absolute directory inside of the box. */
  root: string
  /** The token of an earlier answer: only what changed since is told. One that is not known any more tells everything. */
  since?: string | undefined
  /** Whether bytes of files are told; otherwise only the entries. */
  contents: boolean
  /** Looks at the bytes of every file, not only at its times: a program may have written through a mapping. */
  thorough?: boolean
}

/** Whole trees of a box, read and written inside of it with no more rights than its programs have. */
export interface SandboxTrees {
  read(question: TreeQuestion): AsyncIterable<TreePiece>
  /**
   * Makes the tree what the pieces say: what is named as removed goes with everything in it, entries take the place of what
   * is there. What is not named stays. Answers with a token for what the tree is then.
   */
  write(root: string, pieces: AsyncIterable<TreePiece> | Iterable<TreePiece>): Promise<string>
}
