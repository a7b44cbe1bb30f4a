import type { RepackRules } from './choose-repack.ts'
import type { ContentReader } from './content-reader.ts'
import { type BlobTable, type ContentWriter, type ContentWriterOptions, createContentWriter } from './content-writer.ts'
import type { Chunk, Manifest, ManifestKernel } from './manifest.ts'
import { eachChunk, type Layout, mapChunks } from './map-chunks.ts'
import { repack } from './repack.ts'
import { splitContent } from './split-content.ts'
import { stateRow, treeSize } from './state-row.ts'
import type { KernelDraft, SavedState, StateDraft, States } from './states.ts'
import { takeTree } from './take-tree.ts'
import { createTreeDraft } from './tree-draft.ts'

export interface SaveParts extends Pick<ContentWriterOptions, 'blobs' | 'contents' | 'clock' | 'randomBytes'> {
  reader: ContentReader
  blobBytes: number
  rules: RepackRules
}

/** One save from beginning to end. A failure removes the written blobs. */
export async function saveState(draft: StateDraft, parts: SaveParts): ReturnType<States['save']> {
  const before = draft.base?.manifest
  const tree = await createTreeDraft(draft.isWhole ? [] : (before?.entries ?? []))
  const base = tableOf(draft.base)
  const writer = createContentWriter({
    ...parts,
    base,
    known: () => knownChunks(before),
    beforeWrite: () => draft.assertFits?.(tree.told),
  })
  try {
    const { left, token } = await takeTree(draft.tree, tree, writer)
    const kernels = await takeKernels(draft.kernels, writer)
    const entries = await tree.finish()
    draft.assertFits?.(treeSize(entries))
    const layout = await repack({ ...parts, layout: { entries, kernels }, writer, oldBlobs: base.hashes.length })
    const manifest = { ...(await placed(layout, writer.table)), lost: [...left, ...draft.lost], savedAt: parts.clock() }
    const { id, file } = await writer.finish(manifest)
    parts.reader.remember(id, file)
    const own = manifest.blobs.indexOf('')
    if (own !== -1) manifest.blobBytes[own] = file.length
    return { id, manifest, row: stateRow(id, manifest), token }
  } catch (error) {
    await writer.abandon()
    throw error
  }
}

function tableOf(base: SavedState | undefined): BlobTable {
  const { blobs = [], blobBytes = [] } = base?.manifest ?? {}
  return { hashes: blobs.map((hash) => hash || (base?.id ?? '')), bytes: blobBytes }
}

async function knownChunks(before: Manifest | undefined): Promise<Map<string, Chunk>> {
  const known = new Map<string, Chunk>()
  if (before) await eachChunk(before, (chunk) => void known.set(chunk.hash, chunk))
  return known
}

async function takeKernels(drafts: readonly KernelDraft[], writer: ContentWriter): Promise<ManifestKernel[]> {
  const kernels: ManifestKernel[] = []
  for (const draft of drafts) {
    const { language, versions } = draft
    if ('chunks' in draft) {
      kernels.push({ language, versions, size: draft.size, chunks: draft.chunks })
      continue
    }
    const { bytes } = draft
    const chunks: Chunk[] = []
    const content = splitContent(async (piece) => void chunks.push(await writer.add(piece)))
    await content.push(bytes)
    await content.end()
    kernels.push({ language, versions, size: bytes.length, chunks })
  }
  return kernels
}

/** Names only the blobs in use. While all of them are needed, numbers stay and most entries do not change. */
async function placed(layout: Layout, { hashes, bytes }: BlobTable): Promise<Omit<Manifest, 'lost' | 'savedAt'>> {
  const used = new Set<number>()
  await eachChunk(layout, ({ blob }) => void used.add(blob))
  // The last blob, which is still to be written, holds the manifest.
  const table = [
    ...hashes.map((hash, blob) => ({ hash, blob, bytes: bytes[blob] ?? 0 })),
    { hash: '', blob: hashes.length, bytes: 0 },
  ]
  const kept = table.filter(({ blob }) => used.has(blob))
  const numbers = new Map(kept.map(({ blob }, number) => [blob, number]))
  const isAsBefore = kept.every(({ blob }, number) => blob === number)
  const numbered = isAsBefore
    ? layout
    : await mapChunks(layout, (chunk) => renumber(chunk, numbers.get(chunk.blob) ?? 0))
  return { format: 1, ...numbered, blobs: kept.map(({ hash }) => hash), blobBytes: kept.map((blob) => blob.bytes) }
}

const renumber = (chunk: Chunk, blob: number): Chunk => (chunk.blob === blob ? chunk : { ...chunk, blob })
