import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ID_RANDOM_BYTES, makeId } from '../../contract/id.ts'
import { createFileBlobs } from '../../store/blob/file-blobs.ts'
import { openSqlite } from '../../store/database/sqlite.ts'
import type { Store } from '../../store/store.ts'
import { createStates } from '../state/create-states.ts'
import type { States } from '../state/states.ts'
import { createVolumes } from './create-volumes.ts'
import type { VolumeMounts } from './volume-mounts.ts'
import type { VolumeOf, Volumes } from './volumes.ts'

export const DATA: VolumeOf = { userId: 'ada', name: 'data' }

export interface VolumeTools {
  volumes: Volumes
  mounts: VolumeMounts
  states: States
  store: Store
  directory: string
  /** A second server on the same store: it takes no turns with the first. */
  elsewhere: Volumes
  save(path: string, text: string, volume?: VolumeOf): Promise<unknown>
  read(path: string, volume?: VolumeOf): Promise<string>
  /** Every path of a volume, with the text of files. */
  all(volume?: VolumeOf): Promise<Record<string, string>>
  /** The number of stored blobs on the disk. */
  storedBlobs(): Promise<number>
}

/** Real volumes in a store of their own, with one of ada's named "data"; everything is removed afterwards. */
export async function withVolumes(
  limits: { maxBytes?: number; maxFiles?: number },
  use: (tools: VolumeTools) => Promise<void>,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'anneal-volumes-'))
  const store = await openSqlite({ file: join(directory, 'anneal.db') })
  try {
    const tools = await openVolumes(store, directory)
    await tools.volumes.create(DATA.userId, { name: DATA.name, ...limits })
    await use(tools)
  } finally {
    await store.close()
    await rm(directory, { recursive: true })
  }
}

export async function openVolumes(store: Store, directory: string): Promise<VolumeTools> {
  const blobs = await createFileBlobs({ directory: join(directory, 'states'), limitBytes: 100_000_000 })
  const clock = () => Date.now()
  const newStates = () => createStates({ blobs, contents: store.contents, clock, randomBytes })
  const parts = {
    rows: store.volumes,
    most: 5,
    largest: { bytes: 10_000_000, files: 1000 },
    newId: () => makeId('vol', clock(), randomBytes(ID_RANDOM_BYTES)),
    clock,
  }
  const states = newStates()
  const { volumes, mounts } = createVolumes({ ...parts, states })
  const { volumes: elsewhere } = createVolumes({ ...parts, states: newStates() })
  const read: VolumeTools['read'] = async (path, volume = DATA) => textOf((await volumes.open(volume, path)).content())
  return {
    ...{ volumes, mounts, states, store, directory, elsewhere, read },
    save: (path, text, volume = DATA) => volumes.save(volume, { path, content: bytesOf(text) }),
    async all(volume = DATA) {
      const files = await volumes.files(volume, { path: '', depth: 100 })
      const contents = files.map(async ({ path, type, target }) => [
        path,
        type === 'file' ? await read(path, volume) : type === 'directory' ? '/' : `→ ${target}`,
      ])
      return Object.fromEntries(await Promise.all(contents))
    },
    storedBlobs: async () => {
      const found = await readdir(join(directory, 'states'), { recursive: true })
      return found.filter((path) => /[0-9a-f]{64}$/.test(path)).length
    },
  }
}

export async function* bytesOf(...pieces: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece
}

export async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  return (await joined(pieces)).toString()
}

export async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const found: Uint8Array[] = []
  for await (const bytes of pieces) found.push(bytes)
  return Buffer.concat(found)
}
