import type { Blobs } from '../../store/blob/blobs.ts'
import type { ContentRows } from '../../store/content/content-rows.ts'
import { createContentReader } from './content-reader.ts'
import { stateName } from './damaged.ts'
import { readTree } from './read-tree.ts'
import { createRecent } from './recent.ts'
import { saveState } from './save-state.ts'
import { decodeStateFile } from './state-file.ts'
import { BLOB_BYTES } from './state-format.ts'
import { stateRow } from './state-row.ts'
import type { SavedState, States } from './states.ts'

const MEGABYTE = 1024 * 1024
const ORPHANS_AT_ONCE = 100

export interface StatesOptions {
  /** Blobs for states alone: each of them has a row in `contents`. */
  blobs: Blobs
  contents: ContentRows
  clock: () => number
  randomBytes: (size: number) => Uint8Array
  /** A save that is larger is written as several blobs. */
  blobBytes?: number
  /** Bytes of blobs that are kept in memory for the next reader. */
  cacheBytes?: number
  /** Entries of manifests that are kept in memory. */
  cacheEntries?: number
  /** Age at which unneeded content counts as left behind: longer than any save lasts. */
  orphanAfterMs?: number
}

/**
 * Keeps states as blobs. One save is one blob, with the manifest and the new content; the rest lies in blobs of earlier
 * states. Salt makes each blob unique: a released blob is never written again, so removing it is safe.
 */
export function createStates(options: StatesOptions): States {
  const { blobs, contents, clock, blobBytes = BLOB_BYTES, orphanAfterMs = 3_600_000 } = options
  const { cacheBytes = 64 * MEGABYTE, cacheEntries = 200_000 } = options
  const reader = createContentReader(blobs, cacheBytes)
  const manifests = createRecent<SavedState>(cacheEntries, ({ manifest }) => manifest.entries.length + 100)
  const rules = { mostBytes: blobBytes, mostSmallBlobs: 32, allowedWasteBytes: blobBytes / 128 }

  async function remove(hashes: readonly string[]) {
    for (const hash of hashes) {
      reader.forget(hash)
      manifests.delete(hash)
      await blobs.remove(hash)
    }
    await contents.forget(hashes)
  }

  const content: States['content'] = async function* (state, chunks) {
    for (const chunk of chunks) {
      yield await reader.chunk(chunk, state.manifest.blobs[chunk.blob] || state.id, stateName(state.id))
    }
  }

  return {
    async save(draft) {
      const saved = await saveState(draft, { ...options, blobBytes, reader, rules })
      const { id, manifest, row } = saved
      manifests.set(id, { id, manifest, row })
      return saved
    },
    async read(id) {
      const found = manifests.get(id)
      if (found) return found
      const manifest = await decodeStateFile(await reader.blob(id, stateName(id)), stateName(id))
      const state = { id, manifest, row: stateRow(id, manifest) }
      manifests.set(id, state)
      return state
    },
    content,
    tree(state, paths) {
      const { entries } = state.manifest
      const chosen = paths ? entries.filter(({ path }) => paths.has(path)) : entries
      return readTree(chosen, (chunks) => content(state, chunks))
    },
    async release(released) {
      if (released.blobs.length > 0) await remove(await contents.unneeded(released.blobs))
    },
    async sweep() {
      for (let swept = 0; ; ) {
        const orphans = await contents.orphans(clock() - orphanAfterMs, ORPHANS_AT_ONCE)
        if (orphans.length === 0) return swept
        await remove(orphans)
        swept += orphans.length
      }
    },
  }
}
