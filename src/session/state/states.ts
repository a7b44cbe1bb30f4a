import type { LostPart } from '../../contract/attempt-state.ts'
import type { TreePiece } from '../../sandbox/tree.ts'
import type { Released, StateRow } from '../../store/content/state-rows.ts'
import type { Chunk, Manifest, ManifestKernel } from './manifest.ts'

export interface SavedState {
  /** The hash of the blob that holds the manifest and the new content. */
  id: string
  manifest: Manifest
  /** The row that makes it part of a session, a checkpoint or a volume. */
  row: StateRow
}

/** An interpreter that was just saved, or one of the base. */
export type KernelDraft = ManifestKernel | { language: string; bytes: Uint8Array; versions: Record<string, string> }

export interface StateDraft {
  /** The previous state: its content is not written again. */
  base?: SavedState | undefined
  /** The changes of the tree since the base, or the whole tree. */
  tree: AsyncIterable<TreePiece> | Iterable<TreePiece>
  /** Whether `tree` is complete: missing paths are removed. */
  isWhole: boolean
  kernels: readonly KernelDraft[]
  lost: readonly LostPart[]
  /** Refuses larger trees before anything is stored. */
  assertFits?(tree: { bytes: number; files: number }): void
}

/** Content of sessions, checkpoints and volumes. A saved state lasts once the store has its row. */
export interface States {
  /** Writes one blob with the manifest and the new content. Resolves when it is safe. */
  save(draft: StateDraft): Promise<SavedState & { token?: string | undefined }>
  /** Throws STATE_DAMAGED for anything that is not exactly what was saved. */
  read(id: string): Promise<SavedState>
  /** The bytes of chunks, verified piece by piece. */
  content(state: SavedState, chunks: readonly Chunk[]): AsyncIterable<Uint8Array>
  /** The tree, or the named entries of it, ready to be written into a sandbox. */
  tree(state: SavedState, paths?: ReadonlySet<string>): AsyncIterable<TreePiece>
  /** Removes the bytes of blobs that the store has released. */
  release(released: Released): Promise<void>
  /** Removes leftovers of killed writers. Gives their number. */
  sweep(): Promise<number>
}
