import { type BlobUse, chooseRepack, type RepackRules } from './choose-repack.ts'
import type { ContentReader } from './content-reader.ts'
import type { ContentWriter } from './content-writer.ts'
import { damaged } from './damaged.ts'
import type { Chunk } from './manifest.ts'
import { eachChunk, type Layout, mapChunks } from './map-chunks.ts'

export interface RepackOptions {
  layout: Layout
  writer: ContentWriter
  reader: ContentReader
  rules: RepackRules
  /** The first blobs of the table, which this save did not write. */
  oldBlobs: number
}

/** Copies content out of blobs that are not worth keeping. Gives the new places. */
export async function repack({ layout, writer, reader, rules, oldBlobs }: RepackOptions): Promise<Layout> {
  const needed = await distinctChunks(layout, oldBlobs)
  const chosen = chooseRepack(usesOf(needed, writer.table.bytes, oldBlobs), rules)
  if (chosen.size === 0) return layout
  const moved = new Map<number, Chunk>()
  for (const [place, chunk] of needed) {
    if (!chosen.has(chunk.blob)) continue
    const { blob, offset, length, stored = length } = chunk
    const bytes = await reader.blob(writer.table.hashes[blob] ?? '', WHAT)
    if (offset + stored > bytes.length) throw damaged(WHAT, 'content of it lies outside of its blob')
    moved.set(place, await writer.copy(chunk, bytes.subarray(offset, offset + stored)))
  }
  return mapChunks(layout, (chunk) => moved.get(placeOf(chunk)) ?? chunk)
}

const WHAT = 'The state before'

/** Blobs are smaller than this. */
const placeOf = ({ blob, offset }: Chunk) => blob * 2 ** 32 + offset

async function distinctChunks(layout: Layout, oldBlobs: number): Promise<Map<number, Chunk>> {
  const found = new Map<number, Chunk>()
  await eachChunk(layout, (chunk) => {
    if (chunk.blob < oldBlobs) found.set(placeOf(chunk), chunk)
  })
  return found
}

function usesOf(needed: Map<number, Chunk>, sizes: number[], oldBlobs: number): BlobUse[] {
  const uses = sizes.slice(0, oldBlobs).map((bytes, blob) => ({ blob, bytes, neededBytes: 0 }))
  for (const { blob, length, stored = length } of needed.values()) {
    const use = uses[blob]
    if (use) use.neededBytes += stored
  }
  return uses.filter(({ neededBytes }) => neededBytes > 0)
}
