import type { LostPart } from '../../contract/attempt-state.ts'
import type { TreePiece } from '../../sandbox/tree.ts'
import type { Released, StateRow } from '../../store/content/state-rows.ts'
import type { Chunk, Manifest, ManifestKernel } from './manifest.ts'

export interface SavedState {
  /** The hash of the blob that holds the manifest and what was new. */
  id: string
  manifest: Manifest
  /** For the store, which makes it part of a session, a checkpoint or a volume. */
  row: StateRow
}

/** An interpreter as it was just saved, or as it stands in the base. */
export type KernelDraft = ManifestKernel | { language: string; bytes: Uint8Array; versions: Record<string, string> }

export interface StateDraft {
  /** The state before: content that it has is not written again. */
  base?: SavedState | undefined
  /** What changed in the tree since the base, or the whole tree. */
  tree: AsyncIterable<TreePiece> | Iterable<TreePiece>
  /** Whether `tree` is everything there is: what is not in it is gone. */
  isWhole: boolean
  kernels: readonly KernelDraft[]
  lost: readonly LostPart[]
  /** Refuses trees beyond, before anything is stored. */
  assertFits?(tree: { bytes: number; files: number }): void
}

/** Content of sessions, checkpoints and volumes. Whoever is given a saved state has it for good once the store has its row. */
export interface States {
  /** Writes one blob with the manifest and everything that is new, however little that is. Resolves when it is safe. */
  save(draft: StateDraft): Promise<SavedState & { token?: string | undefined }>
  /** Throws STATE_DAMAGED for anything that is not exactly what was saved. */
  read(id: string): Promise<SavedState>
  /** The bytes of chunks, verified piece by piece. */
  content(state: SavedState, chunks: readonly Chunk[]): AsyncIterable<Uint8Array>
  /** The tree, or those of its entries that are named, ready to be written into a box. */
  tree(state: SavedState, paths?: ReadonlySet<string>): AsyncIterable<TreePiece>
  /** Removes the bytes of blobs that the store has given up. */
  release(released: Released): Promise<void>
  /** Removes what writers left that were killed on the way. Answers with how many. */
  sweep(): Promise<number>
}
