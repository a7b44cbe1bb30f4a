/** One thing in a directory tree of a box. Its path is the box's word: it is never looked up on the host. */
export interface TreeEntry {
  /** Relative to the root of the tree; parts are joined by `/`. */
  path: string
  type: 'file' | 'directory' | 'symlink'
  mode: number
  /** Bytes of a file; 0 for the rest. */
  size: number
  /** Of a file, to the microsecond; 0 for the rest. */
  modifiedMs: number
  /** What a symlink points to. */
  target?: string
  /** Who it belongs to, where somebody outside of boxes said so. Boxes neither tell nor take it. */
  owner?: TreeOwner
}

export interface TreeOwner {
  uid: number
  gid: number
}

/**
 * A tree, or what changed in it, piece by piece: whoever is told of a file is told its bytes next, until a piece of another
 * kind comes: exactly as many as its size says. Directories come before what is in them, what was removed before all
 * entries. What is removed goes with everything in it, and may come back among the entries.
 */
export type TreePiece =
  /** First: everything follows, what is not named is not there. */
  | { whole: true }
  | { removed: string }
  | { entry: TreeEntry }
  | { bytes: Uint8Array }
  /**
   * Is there, but is no file, directory or link, cannot be read, has a name that is no text or too long a path, or would take
   * more room than the box has, with its holes and second names. It is told each time, and as removed if it was told before.
   */
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
  /** Of what changes meanwhile, either is told; the next answer tells it again. */
  read(question: TreeQuestion): AsyncIterable<TreePiece>
  /**
   * Makes the tree what the pieces say: what is named as removed goes with everything in it, entries take the place of what
   * is there. What is not named stays. Answers with a token for what the tree is then, as far as it was told or written
   * before: what programs change meanwhile is told by the next answer.
   *
   * Files are written over in their place, so that programs which have them open see it; new ones, those with a second name and
   * those that are being run take their place when they are whole. Pieces that end in an error leave the file they were at half
   * written. Others who read or write the same root meanwhile wait for the last piece.
   */
  write(root: string, pieces: AsyncIterable<TreePiece> | Iterable<TreePiece>): Promise<string>
}
