import { EngineError } from '../contract/errors.ts'
import { createTurns } from '../kernel/turns.ts'
import type { Layers, NewLayer } from '../sandbox/layers.ts'
import type { DocumentRows } from '../store/document/document-rows.ts'

/** Layers, each of which counts for the user who made it, as long as it is there. */
export interface UserLayers extends Pick<Layers, 'directoryOf' | 'list' | 'remove'> {
  /** Throws LAYERS_FULL where all of the user's would be too many bytes; nothing is left of it then. */
  add(userId: string, archive: AsyncIterable<Uint8Array>): Promise<string>
  /** The same of several. */
  merge(userId: string, ids: readonly string[]): Promise<string>
  /** Which engine has made each that is written down. */
  makers(): Promise<ReadonlyMap<string, string>>
}

export interface UserLayersParts {
  layers: Layers
  documents: DocumentRows
  engineId: string
  /** Of all layers of one user. */
  mostBytes: number
  /** Whether a backup reads what was there when it began: nothing is removed meanwhile. */
  isHeld(): Promise<boolean>
  /** Gives up what this user can do without: called before something is refused. */
  makeRoom(userId: string): Promise<void>
  clock(): number
}

const KIND = 'layer'

interface LayerRecord {
  bytes: number
  engineId: string
}

/**
 * The bytes of each layer are written down with its owner. They are written before they are summed up: of two engines that keep
 * something at once at least one sees both. A layer that is not written down is one that the sweep removes.
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
    // Asked after that: a backup that has still seen it holds it by now. The sweep removes what is left.
    if (!(await isHeld())) await layers.remove(id)
  }
  const keep = async (userId: string, make: () => Promise<NewLayer>): Promise<string> => {
    // Who has no room at all need not write anything first.
    await assertUsed(userId, (used) => used < mostBytes)
    const { id, bytes } = await make()
    // One after the other: two of which one fits are not both refused.
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
