import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineError } from '../../../contract/errors.ts'
import { groupName, isOfDeadServer, ownServerId } from '../../cgroup/server-id.ts'
import type { Layers } from '../../layers.ts'
import type { LayersParts, SandboxProvider } from '../../sandbox.ts'
import { MEGABYTE } from '../arguments.ts'
import { mergeInBox } from './merge-in-box.ts'
import { FIRST_SYSTEM_USER } from './system-zygote.ts'

export interface DirectoryLayersParts extends LayersParts {
  provider: SandboxProvider
  /** What is about to be removed is not shown to boxes that are made from now on. */
  forget(directory: string): Promise<void>
}

const LAYER_ID = /^lay[0-9a-v]+$/
/** What a box reads, and writes on the disk of the host: nothing but the one directory is shown to it. */
const TARGET = '/layer'
/** For the heads of files in an archive. */
const SLACK_BYTES = 256 * MEGABYTE
/**
 * Reads what tar says it unpacks. A name may bring a thousand directories that nobody listed, and fill the disk of the host with
 * an archive that is small: tar lists them all when it writes one. When this ends, so does the tar that unpacks.
 */
const COUNT = `
import sys
known = {b'', b'.'}
for count, line in enumerate(sys.stdin.buffer):
    name = line.rstrip(b'\\n').rstrip(b'/')
    if name.rpartition(b'/')[0] not in known:
        sys.exit('a directory of the archive is missing')
    if line.endswith(b'/\\n'):
        known.add(name)
    if count > 1000000:
        sys.exit('more than a million files')
`
const TAR = `tar --xattrs --xattrs-include='user.*' --numeric-owner --same-permissions -C ${TARGET} -xvf -`
const UNPACK = `set -o pipefail; ${TAR} | python3 -ISc "${COUNT}" && sync -f ${TARGET}`

/**
 * Layers as directories. What a box wrote is unpacked by another box: its names, links and owners mean something only in
 * there, and nothing of them is looked up by the server.
 */
export async function openDirectoryLayers(parts: DirectoryLayersParts): Promise<Layers> {
  const { directory, provider, limits, newId, forget } = parts
  await mkdir(directory, { recursive: true, mode: 0o711 })
  await removePartial(directory)
  const directoryOf = (id: string) => {
    const path = join(directory, id)
    if (!LAYER_ID.test(id) || !existsSync(path)) throw new EngineError('LAYER_NOT_FOUND', { layerId: id })
    return path
  }
  /** It is there whole or not at all. */
  const make = async (fill: (partial: string) => Promise<void>): Promise<string> => {
    const id = newId()
    const partial = join(directory, groupName(await ownServerId(), id))
    await mkdir(partial)
    await chown(partial, FIRST_SYSTEM_USER, FIRST_SYSTEM_USER)
    await chmod(partial, 0o755)
    try {
      await fill(partial)
      await forget(partial)
      await rename(partial, join(directory, id))
    } catch (error) {
      await forget(partial)
      await rm(partial, { recursive: true, force: true })
      throw error
    }
    return id
  }
  return {
    add: (archive) => make((partial) => unpack({ provider, limits, partial, archive })),
    merge: (ids) => make((target) => mergeInBox({ provider, limits, sources: ids.map(directoryOf), target })),
    directoryOf,
    list: async () => (await readdir(directory)).filter((name) => LAYER_ID.test(name)),
    async remove(id) {
      if (!LAYER_ID.test(id)) return
      await forget(join(directory, id))
      await rm(join(directory, id), { recursive: true, force: true })
    },
  }
}

interface Unpacking extends Pick<DirectoryLayersParts, 'provider' | 'limits'> {
  partial: string
  archive: AsyncIterable<Uint8Array>
}

async function unpack({ provider, limits, partial, archive }: Unpacking): Promise<void> {
  const mounts = [{ source: partial, target: TARGET, readOnly: false }]
  const control = await provider.create({ limits, mounts, system: { layers: [] } }, new AbortController().signal)
  try {
    let complaint = ''
    const tar = await control.sandbox.start(['/bin/bash', '-c', UNPACK], { user: 'root', stdin: true, cwd: '/' })
    tar.onOutput(({ bytes }) => {
      if (complaint.length < 2000) complaint += Buffer.from(bytes).toString()
    })
    const fed = feed(tar, archive, limits.diskMb * MEGABYTE + SLACK_BYTES)
    fed.catch(() => {})
    const { exitCode } = await tar.exited
    if (exitCode !== 0) throw new EngineError('SANDBOX_FULL', { path: complaint.trim() || 'a layer' })
    await fed
  } finally {
    await control.destroy()
  }
}

async function feed(
  tar: { write(bytes: Uint8Array): Promise<void>; closeStdin(): Promise<void> },
  archive: AsyncIterable<Uint8Array>,
  mostBytes: number,
): Promise<void> {
  let left = mostBytes
  try {
    for await (const bytes of archive) {
      left -= bytes.length
      // More than a box can hold: its own tar, which it may have replaced, does not end.
      if (left < 0) throw new EngineError('SANDBOX_FULL', { path: 'a layer' })
      await tar.write(bytes)
    }
  } finally {
    await tar.closeStdin()
  }
}

/** What servers that were killed had begun; others may live in the same home. */
async function removePartial(directory: string): Promise<void> {
  for (const name of await readdir(directory)) {
    if (await isOfDeadServer(name)) await rm(join(directory, name), { recursive: true, force: true })
  }
}
