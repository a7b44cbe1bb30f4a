import { EngineError } from '../contract/errors.ts'
import { createTurns } from '../kernel/turns.ts'
import type { Layers, NewLayer } from '../sandbox/layers.ts'
import type { DocumentRows } from '../store/document/document-rows.ts'

/** Layers, each counted for the user who made it, for as long as it exists. */
export interface UserLayers extends Pick<Layers, 'directoryOf' | 'list' | 'remove'> {
  /** Throws LAYERS_FULL, and keeps nothing, where the user's layers would take too many bytes. */
  add(userId: string, archive: AsyncIterable<Uint8Array>): Promise<string>
  /** Merges several layers under the same limit. */
  merge(userId: string, ids: readonly string[]): Promise<string>
  /** The engine that made each stored layer. */
  makers(): Promise<ReadonlyMap<string, string>>
}

export interface UserLayersParts {
  layers: Layers
  documents: DocumentRows
  engineId: string
  /** Most bytes of all layers of one user. */
  mostBytes: number
  /** Whether a backup is reading: no layer is removed meanwhile. */
  isHeld(): Promise<boolean>
  /** Releases layers that this user can do without; called before something is refused. */
  makeRoom(userId: string): Promise<void>
  clock(): number
}

const KIND = 'layer'

interface LayerRecord {
  bytes: number
  engineId: string
}

/**
 * Stores the bytes of each layer with its owner. They are stored before they are summed up, so that of two engines that
 * add layers at once at least one sees both. The sweep removes layers that are not stored.
 */
export function createUserLayers(parts: UserLayersParts): UserLayers {
  const { layers, documents, engineId, mostBytes, isHeld, makeRoom, clock } = parts
  const turns = createTurns()
  const usedBy = async (userId: string) =>
    (await documents.list({ kind: KIND, userId })).reduce((sum, { body }) => sum + recordOf(body).bytes, 0)
  const assertUsed = async (userId: string, isRoom: (usedBytes: number) => boolean) => {
    if (isRoom(await usedBy(userId))) return
    await makeRoom(userId)
    const usedBytes = await usedBy(userId)
    if (isRoom(usedBytes)) return
    throw new EngineError('LAYERS_FULL', { usedBytes, mostBytes, setting: 'ANNEAL_LAYER_BYTES' })
  }
  const remove = async (id: string) => {
    await documents.delete(KIND, id)
    // Asked last: a backup that has seen the layer holds it by now. The sweep removes the rest.
    if (!(await isHeld())) await layers.remove(id)
  }
  const keep = async (userId: string, make: () => Promise<NewLayer>): Promise<string> => {
    // A user without any room need not write anything first.
    await assertUsed(userId, (used) => used < mostBytes)
    const { id, bytes } = await make()
    // One after the other, so that of two layers only one of which fits not both are refused.
    const leave = await turns.take()
    try {
      await documents.insert({ kind: KIND, id, userId, createdAtMs: clock(), body: { bytes, engineId } })
      await assertUsed(userId, (used) => used <= mostBytes)
      return id
    } catch (error) {
      await remove(id)
      throw error
    } finally {
      leave()
    }
  }
  return {
    add: (userId, archive) => keep(userId, () => layers.add(archive)),
    merge: (userId, ids) => keep(userId, () => layers.merge(ids)),
    async makers() {
      const all = await documents.list({ kind: KIND })
      return new Map(all.map(({ id, body }) => [id, recordOf(body).engineId]))
    },
    directoryOf: layers.directoryOf,
    list: layers.list,
    remove,
  }
}

const recordOf = (body: unknown) => body as LayerRecord
