import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { TreeEntry, TreePiece } from '../../sandbox/tree.ts'
import type { ManifestEntry } from '../state/manifest.ts'
import { newPathProblem } from '../state/path-problem.ts'

/** A copy of a volume in a sandbox. */
export interface LaidCopy {
  sandbox: Sandbox
  /** The volume's path inside the sandbox. */
  root: string
  /** The content of the tree when it last equalled a version. */
  copy: ReadonlyMap<string, ManifestEntry>
  /** Names that moment for the sandbox. */
  token: string
}

export interface Seen {
  /** Names the moment of the last complete look. */
  token?: string
  left: { path: string; why: string }[]
}

const MOST_LEFT = 100

/** The changes of programs in a copy, with their bytes; records the rest in `seen`. */
export async function* changesInside(laid: LaidCopy, seen: Seen): AsyncGenerator<TreePiece> {
  const { sandbox, root, copy, token } = laid
  let isPassedOver = false
  for await (const piece of sandbox.trees.read({ root, since: token, contents: true })) {
    // Without a known moment everything is reported, except paths that are gone.
    if ('whole' in piece) yield* missing(laid)
    else if ('token' in piece) seen.token = piece.token
    else if ('left' in piece) note(seen, piece.left)
    else if ('removed' in piece) {
      if (copy.has(piece.removed)) yield piece
    } else if ('entry' in piece) {
      const why = newPathProblem(piece.entry.path)
      if (why !== undefined) note(seen, { path: piece.entry.path, why })
      isPassedOver = why !== undefined || isSameDirectory(copy.get(piece.entry.path), piece.entry)
      if (!isPassedOver) yield piece
    } else if (!isPassedOver) yield piece
  }
}

async function* missing({ sandbox, root, copy }: LaidCopy): AsyncGenerator<TreePiece> {
  const found = new Set<string>()
  for await (const piece of sandbox.trees.read({ root, contents: false })) {
    if ('entry' in piece) found.add(piece.entry.path)
    if ('left' in piece) found.add(piece.left.path)
  }
  for (const path of copy.keys()) if (!found.has(path)) yield { removed: path }
}

/** A directory changes with its content, which is reported by itself. */
function isSameDirectory(before: ManifestEntry | undefined, { type, mode }: TreeEntry): boolean {
  return type === 'directory' && before?.type === type && before.mode === mode
}

function note(seen: Seen, left: Seen['left'][number]) {
  if (seen.left.length < MOST_LEFT) seen.left.push(left)
}
