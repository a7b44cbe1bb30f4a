import { stepByStep } from '../../sandbox/step-by-step.ts'
import type { Chunk, Manifest, ManifestEntry } from './manifest.ts'

/** Lines written in one turn; there may be ten thousand. */
const LINES_AT_ONCE = 256

const rows = new WeakMap<ManifestEntry, string>()

/**
 * Writes a row instead of an object for each entry, so that every save stays small. Each row has a line of its own, so
 * that readers can parse a few at a time.
 */
export async function encodeManifest({ entries, kernels, blobs, blobBytes, ...rest }: Manifest): Promise<Buffer> {
  const head = JSON.stringify({
    ...rest,
    blobs,
    // The manifest cannot contain its own size: a reader of the blob sees the size.
    blobBytes: blobBytes.map((bytes, index) => (blobs[index] === '' ? 0 : bytes)),
    kernels: kernels.map((kernel) => ({ ...kernel, chunks: kernel.chunks.map(chunkRow) })),
  })
  const parts = [Buffer.from(`${head.slice(0, -1)},"entries":[`)]
  let lines: string[] = []
  const write = () => {
    if (lines.length > 0) parts.push(Buffer.from(`${parts.length > 1 ? ',' : ''}\n${lines.join(',\n')}`))
    lines = []
  }
  await stepByStep(entries, (entry) => {
    lines.push(rowOf(entry))
    if (lines.length === LINES_AT_ONCE) write()
  })
  write()
  return Buffer.concat([...parts, Buffer.from(entries.length > 0 ? '\n]}' : ']}')])
}

function rowOf(entry: ManifestEntry): string {
  const known = rows.get(entry)
  if (known !== undefined) return known
  const row = JSON.stringify(entryRow(entry))
  rows.set(entry, row)
  return row
}

function entryRow({ path, type, mode, modifiedMs, size, target, owner, chunks = [] }: ManifestEntry): unknown[] {
  const end = owner ? [[owner.uid, owner.gid]] : []
  if (type === 'directory') return [path, 'd', mode, modifiedMs, ...end]
  if (type === 'symlink') return [path, 'l', mode, modifiedMs, target, ...end]
  return [path, 'f', mode, modifiedMs, size, chunks.map(chunkRow), ...end]
}

const chunkRow = ({ blob, offset, length, hash, stored }: Chunk): unknown[] =>
  stored === undefined ? [blob, offset, length, hash] : [blob, offset, length, hash, stored]
