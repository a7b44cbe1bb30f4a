import type { Chunk, Manifest } from './manifest.ts'

/** What a manifest says of content. */
export type Layout = Pick<Manifest, 'entries' | 'kernels'>

/** Each chunk moved. What does not change stays the same object: most of a state is as it was before. */
export function mapChunks({ entries, kernels }: Layout, move: (chunk: Chunk) => Chunk): Layout {
  function moved(chunks: Chunk[]): Chunk[] {
    const mapped = chunks.map(move)
    return mapped.some((chunk, index) => chunk !== chunks[index]) ? mapped : chunks
  }
  return {
    entries: entries.map((entry) => {
      if (!entry.chunks) return entry
      const chunks = moved(entry.chunks)
      return chunks === entry.chunks ? entry : { ...entry, chunks }
    }),
    kernels: kernels.map((kernel) => ({ ...kernel, chunks: moved(kernel.chunks) })),
  }
}

export function eachChunk({ entries, kernels }: Layout, visit: (chunk: Chunk) => void): void {
  for (const { chunks } of entries) if (chunks) for (const chunk of chunks) visit(chunk)
  for (const { chunks } of kernels) for (const chunk of chunks) visit(chunk)
}
