import { existsSync } from 'node:fs'
import { chmod, mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from '../../../contract/errors.ts'
import { groupName, isOfDeadServer, ownServerId } from '../../cgroup/server-id.ts'
import type { Layers, NewLayer } from '../../layers.ts'
import type { LayersParts, SandboxProvider } from '../../sandbox.ts'
import { MEGABYTE } from '../arguments.ts'
import { mergeInSandbox } from './merge-in-sandbox.ts'
import { readInSandbox } from './read-in-sandbox.ts'
import { rootUsers, type SystemUsers } from './system-users.ts'
import { unpackInSandbox } from './unpack-in-sandbox.ts'

export interface DirectoryLayersParts extends LayersParts {
  provider: SandboxProvider
  users?: SystemUsers
  /** Hides a directory, which is about to be removed, from sandboxes that are made from now on. */
  forget(directory: string): Promise<void>
}

const LAYER_ID = /^lay[0-9a-v]+$/
/** Room for the heads of files in an archive. */
const SLACK_BYTES = 256 * MEGABYTE

/**
 * Layers as directories. Another sandbox unpacks the files that a sandbox wrote: their names, links and owners mean something
 * only in there, and the server looks none of them up.
 */
export async function openDirectoryLayers(parts: DirectoryLayersParts): Promise<Layers> {
  const { directory, provider, limits, newId, forget, users = rootUsers } = parts
  const mostBytes = limits.diskMb * MEGABYTE + SLACK_BYTES
  await mkdir(directory, { recursive: true, mode: 0o711 })
  await removePartial(directory, users)
  const directoryOf = (id: string) => {
    const path = join(directory, id)
    if (!LAYER_ID.test(id) || !existsSync(path)) throw new EngineError('LAYER_NOT_FOUND', { layerId: id })
    return path
  }
  /** Makes a layer whole or not at all. */
  const make = async (fill: (partial: string) => Promise<number>, id = newId()): Promise<NewLayer> => {
    const partial = join(directory, groupName(await ownServerId(), id))
    try {
      await mkdir(partial)
      await chmod(partial, 0o755)
      await users.give(partial)
      const bytes = await fill(partial)
      await forget(partial)
      await rename(partial, join(directory, id))
      return { id, bytes }
    } catch (error) {
      await forget(partial)
      await users.remove(partial)
      throw typed(error)
    }
  }
  return {
    add: (archive) => make((target) => unpackInSandbox({ provider, limits, target, archive, mostBytes })),
    merge: (ids) => make((target) => mergeInSandbox({ provider, limits, sources: ids.map(directoryOf), target })),
    read: (id) => readInSandbox({ provider, limits, source: directoryOf(id) }),
    async put(id, archive) {
      if (!LAYER_ID.test(id)) throw new EngineError('LAYER_NOT_FOUND', { layerId: id })
      // The layer may be merged from several: their size is not known here.
      const mostBytes = Number.POSITIVE_INFINITY
      await make((target) => unpackInSandbox({ provider, limits, target, archive, mostBytes }), id)
    },
    directoryOf,
    list: async () => (await readdir(directory)).filter((name) => LAYER_ID.test(name)),
    async remove(id) {
      if (!LAYER_ID.test(id)) return
      await forget(join(directory, id))
      await users.remove(join(directory, id))
    },
  }
}

/** Turns a full disk of the host into an error of its own; it is no bug. */
function typed(cause: unknown): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return cause
  return new EngineError('STORE_FULL', { reason: 'the disk that layers lie on is full' }, { cause })
}

/** Removes unfinished layers of dead servers; others may live in the same home. */
async function removePartial(directory: string, users: SystemUsers): Promise<void> {
  for (const name of await readdir(directory)) {
    if (await isOfDeadServer(name)) await users.remove(join(directory, name))
  }
}
