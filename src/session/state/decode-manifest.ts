import { z } from 'zod'
import { lostPart } from '../../contract/attempt-state.ts'
import { stepByStep } from '../../sandbox/step-by-step.ts'
import type { TreeOwner } from '../../sandbox/tree.ts'
import { type ChunkBounds, readChunks } from './decode-chunks.ts'
import type { Manifest, ManifestEntry } from './manifest.ts'
import { manifestRows } from './manifest-rows.ts'
import { pathProblem } from './path-problem.ts'
import { parentOf } from './path-within.ts'

const chunkRows = z.array(z.unknown())
const shape = z.strictObject({
  format: z.literal(1),
  savedAt: z.number(),
  blobs: z.array(z.string().regex(/^([0-9a-f]{64})?$/)),
  blobBytes: z.array(z.int().min(0)),
  kernels: z.array(
    z.strictObject({
      language: z.string().min(1),
      size: z.int().min(0),
      versions: z.record(z.string(), z.string()),
      chunks: chunkRows,
    }),
  ),
  lost: z.array(lostPart),
  entries: z.array(z.unknown()),
})

export interface ManifestSource {
  /** Size of the blob that holds the manifest. */
  ownBytes: number
  /** The beginning of the manifest in it: content lies before. */
  ownContentEnd: number
}

/** The manifest, or a sentence about why this text is none. */
export async function decodeManifest(text: Buffer, own: ManifestSource): Promise<Manifest | { problem: string }> {
  try {
    const { head, rows } = (await manifestRows(text)) ?? { head: text.toString('utf8'), rows: [] }
    const { entries, kernels, blobBytes, ...rest } = shape.parse(JSON.parse(head))
    const bounds = boundsOf(rest.blobs, blobBytes, own)
    return {
      ...rest,
      blobBytes: rest.blobs.map((hash, index) => (hash === '' ? own.ownBytes : (blobBytes[index] ?? 0))),
      kernels: kernels.map((kernel) => ({ ...kernel, chunks: readChunks(kernel.chunks, kernel.size, bounds) })),
      entries: await readEntries(entries.length > 0 ? entries : rows, bounds),
    }
  } catch (error) {
    if (error instanceof z.ZodError) return { problem: `its description is none: ${z.prettifyError(error)}` }
    return { problem: `its description is none: ${(error as Error).message}` }
  }
}

function boundsOf(blobs: string[], blobBytes: number[], own: ManifestSource): ChunkBounds {
  if (blobBytes.length !== blobs.length) throw new Error('blobs without a size')
  if (new Set(blobs).size !== blobs.length) throw new Error('a blob is named twice')
  return blobs.map((hash, index) => (hash === '' ? own.ownContentEnd : (blobBytes[index] ?? 0)))
}

/** Ascending paths cannot repeat, and a directory comes before its content. */
async function readEntries(rows: unknown[], bounds: ChunkBounds): Promise<ManifestEntry[]> {
  const directories = new Set([''])
  const entries: ManifestEntry[] = []
  let before = ''
  await stepByStep(rows, (row) => {
    const entry = readEntry(row, bounds)
    const { path, type } = entry
    if (path <= before) throw new Error(`${JSON.stringify(path)} is not in its place`)
    before = path
    if (!directories.has(parentOf(path))) {
      throw new Error(`${JSON.stringify(path)} is in no directory`)
    }
    if (type === 'directory') directories.add(path)
    entries.push(entry)
  })
  return entries
}

function readEntry(row: unknown, bounds: ChunkBounds): ManifestEntry {
  if (!Array.isArray(row)) throw new Error('an entry is none')
  const [path, letter, mode, modifiedMs, last, chunks] = row as unknown[]
  const fields = FIELDS.get(letter)
  if (typeof path !== 'string') throw new Error('an entry has no path')
  const problem = pathProblem(path)
  if (problem) throw new Error(`${JSON.stringify(path.slice(0, 200))}: ${problem}`)
  if (typeof modifiedMs !== 'number' || !Number.isInteger(mode)) throw new Error(`${path} has no mode or time`)
  if (fields === undefined || row.length < fields || row.length > fields + 1)
    throw new Error(`${path} is of no kind that is known`)
  const owner = row.length > fields && { owner: readOwner(row[fields]) }
  const common = { path, mode: (mode as number) & 0o7777, modifiedMs, size: 0, ...owner }
  if (letter === 'd') return { ...common, type: 'directory' }
  if (letter === 'l') {
    if (typeof last !== 'string') throw new Error(`${path} is a link to no path`)
    return { ...common, type: 'symlink', target: last }
  }
  const size = last as number
  return { ...common, type: 'file', size, chunks: readChunks(chunks, size, bounds) }
}

/** The number of fields in the row of each kind; one more where it has an owner. */
const FIELDS = new Map<unknown, number>([
  ['d', 4],
  ['l', 5],
  ['f', 6],
])

function readOwner(field: unknown): TreeOwner {
  const [uid, gid] = Array.isArray(field) && field.length === 2 ? field : []
  if (!isUserId(uid) || !isUserId(gid)) throw new Error('an owner is none')
  return { uid, gid }
}

const isUserId = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 32
