import { createHash } from 'node:crypto'
import { stepByStep } from '../../sandbox/step-by-step.ts'
import type { TreeEntry, TreePiece } from '../../sandbox/tree.ts'
import type { EntryReader } from '../archive/entry-reader.ts'
import { refuse } from '../archive/refuse.ts'
import { damaged } from '../state/damaged.ts'
import { CHUNK_BYTES } from '../state/state-format.ts'
import { type CheckpointArchive, FILES } from './checkpoint-archive.ts'

type DescribedFile = CheckpointArchive['files'][number]

/** Reads the files, each as described; all of them and no others. */
export async function* readFiles(archive: EntryReader, files: readonly DescribedFile[]): AsyncGenerator<TreePiece> {
  const missing = new Map<string, DescribedFile>()
  await stepByStep(files, (file) => void missing.set(file.path, file))
  if (missing.size < files.length) refuse('a file is described twice')
  for (let entry = await archive.next(); entry; entry = await archive.next()) {
    const path = entry.path.slice(FILES.length + 1)
    const isAll = entry.path === FILES && entry.type === 'directory'
    if (!isAll && !entry.path.startsWith(`${FILES}/`)) refuse('it is no part of a checkpoint', entry.path)
    const file = missing.get(path)
    // A directory may be implied before its entry comes.
    if (isAll || (entry.type === 'directory' && !file)) continue
    if (!file) refuse('it is not described', entry.path)
    missing.delete(path)
    yield* asDescribed(file, entry, archive)
  }
  const [first] = missing.keys()
  if (first !== undefined) throw damaged('The checkpoint', `${JSON.stringify(first)} is missing`)
}

async function* asDescribed(file: DescribedFile, told: TreeEntry, archive: EntryReader): AsyncGenerator<TreePiece> {
  const { hashes = [], target, owner: _, ...described } = file
  const entry = { ...described, ...(target !== undefined && { target }) }
  if (file.type !== told.type || target !== told.target) throw notAsDescribed(file.path)
  yield { entry }
  if (file.type !== 'file') return
  for await (const bytes of verified(archive.content(), { path: file.path, size: file.size, hashes })) yield { bytes }
}

/** Passes bytes on, and throws when a chunk differs from its hash. */
export async function* verified(
  content: AsyncIterable<Uint8Array>,
  { path, size, hashes }: { path: string; size: number; hashes: readonly string[] },
): AsyncGenerator<Uint8Array> {
  let hashing = createHash('sha256')
  let bytes = 0
  let chunks = 0
  const endChunk = () => {
    if (hashing.digest('hex') !== hashes[chunks++]) throw notAsDescribed(path)
    hashing = createHash('sha256')
  }
  for await (const piece of content) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + CHUNK_BYTES - (bytes % CHUNK_BYTES))
      hashing.update(part)
      at += part.length
      bytes += part.length
      if (bytes % CHUNK_BYTES === 0) endChunk()
    }
    yield piece
  }
  if (bytes % CHUNK_BYTES > 0) endChunk()
  if (bytes !== size || chunks !== hashes.length) throw notAsDescribed(path)
}

const notAsDescribed = (path: string) => damaged('The checkpoint', `${JSON.stringify(path)} is not what was exported`)
