import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TreePiece } from '../../sandbox/tree.ts'
import type { Blobs } from '../../store/blob/blobs.ts'
import { createFileBlobs } from '../../store/blob/file-blobs.ts'
import { openSqlite } from '../../store/database/sqlite.ts'
import type { Store } from '../../store/store.ts'
import { createStates, type StatesOptions } from './create-states.ts'
import type { SavedState, StateDraft, States } from './states.ts'

export interface KeptStates {
  states: States
  blobs: Blobs
  store: Store
  /** The directory of the blobs. */
  directory: string
  /** Another instance on the same content, with an empty memory. */
  again(options?: Partial<StatesOptions>): States
  close(): Promise<void>
}

/** States in real files, with real rows. */
export async function openStates(options: Partial<StatesOptions> = {}): Promise<KeptStates> {
  const home = await mkdtemp(join(tmpdir(), 'anneal-states-'))
  const directory = join(home, 'states')
  const store = await openSqlite({ file: join(home, 'anneal.db') })
  const blobs = await createFileBlobs({ directory, limitBytes: 40 * 1024 * 1024, levels: 1 })
  const again = (others: Partial<StatesOptions> = {}) =>
    createStates({ blobs, contents: store.contents, clock: Date.now, randomBytes, ...options, ...others })
  const close = async () => {
    await store.close()
    await rm(home, { recursive: true })
  }
  return { states: again(), blobs, store, directory, again, close }
}

/** A tree in a test's notation: text or bytes are files, null is a directory, `->` a link. */
export type Tree = Record<string, string | Uint8Array | null>

export function* piecesOf(tree: Tree, removed: readonly string[] = []): Generator<TreePiece> {
  for (const path of removed) yield { removed: path }
  for (const path of Object.keys(tree).sort()) {
    const value = tree[path] ?? null
    const common = { path, mode: 0o644, modifiedMs: 1_700_000_000_000, size: 0 }
    if (value === null) yield { entry: { ...common, type: 'directory', mode: 0o755 } }
    else if (typeof value === 'string' && value.startsWith('->')) {
      yield { entry: { ...common, type: 'symlink', target: value.slice(2) } }
    } else {
      const bytes = Buffer.from(value)
      yield { entry: { ...common, type: 'file', size: bytes.length } }
      yield { bytes: bytes.subarray(0, 3) }
      yield { bytes: bytes.subarray(3) }
    }
  }
}

export const draftOf = (tree: Tree, draft: Partial<StateDraft> = {}): StateDraft => ({
  tree: piecesOf(tree),
  isWhole: true,
  kernels: [],
  lost: [],
  ...draft,
})

/** The tree of a state, with files as text. */
export async function treeOf(states: States, state: SavedState): Promise<Tree> {
  const found: Tree = {}
  let path = ''
  for await (const piece of states.tree(state)) {
    if ('entry' in piece) {
      const { type, target } = piece.entry
      path = piece.entry.path
      found[path] = { directory: null, symlink: `->${target}`, file: '' }[type]
    } else if ('bytes' in piece) found[path] += Buffer.from(piece.bytes).toString('latin1')
  }
  return found
}

export async function kernelBytes(states: States, state: SavedState, language: string): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  const kernel = state.manifest.kernels.find((one) => one.language === language)
  for await (const bytes of states.content(state, kernel?.chunks ?? [])) pieces.push(bytes)
  return Buffer.concat(pieces)
}
