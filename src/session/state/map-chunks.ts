import { stepByStep } from '../../sandbox/step-by-step.ts'
import type { Chunk, Manifest, ManifestEntry } from './manifest.ts'

/** The parts of a manifest about content. */
export type Layout = Pick<Manifest, 'entries' | 'kernels'>

/** Moves each chunk. Unchanged entries stay the same objects: most of a state does not change. */
export async function mapChunks({ entries, kernels }: Layout, move: (chunk: Chunk) => Chunk): Promise<Layout> {
  function moved(chunks: Chunk[]): Chunk[] {
    const mapped = chunks.map(move)
    return mapped.some((chunk, index) => chunk !== chunks[index]) ? mapped : chunks
  }
  const mapped: ManifestEntry[] = []
  await stepByStep(entries, (entry) => {
    const chunks = entry.chunks && moved(entry.chunks)
    mapped.push(chunks === undefined || chunks === entry.chunks ? entry : { ...entry, chunks })
  })
  return {
    entries: mapped,
    kernels: kernels.map((kernel) => ({ ...kernel, chunks: moved(kernel.chunks) })),
  }
}

export async function eachChunk({ entries, kernels }: Layout, visit: (chunk: Chunk) => void): Promise<void> {
  await stepByStep(entries, ({ chunks }) => chunks?.forEach(visit))
  for (const { chunks } of kernels) for (const chunk of chunks) visit(chunk)
}
