import { type Header, pack } from 'tar-stream'
import type { TreePiece } from '../../sandbox/tree.ts'

/** Collects pieces into a value that can be compared: the bytes of a file joined, the order kept. */
export async function collect(pieces: AsyncIterable<TreePiece> | Iterable<TreePiece>) {
  const found: { path: string; type: string; mode: number; target?: string; content?: string }[] = []
  const open: Buffer[] = []
  for await (const piece of pieces) {
    if ('bytes' in piece) open.push(Buffer.from(piece.bytes))
    if (!('entry' in piece)) continue
    close()
    const { path, type, mode, target } = piece.entry
    found.push({ path, type, mode, ...(target !== undefined && { target }) })
  }
  close()
  return found

  function close() {
    const last = found.at(-1)
    if (last?.type === 'file') last.content = Buffer.concat(open.splice(0)).toString('latin1')
  }
}

type Member = Partial<Header> & { name: string; content?: string }

/** An archive with arbitrary headers. */
export async function tarOf(...members: Member[]): Promise<Buffer> {
  const archive = pack()
  for (const { content, ...header } of members) {
    if (content === undefined) archive.entry(header)
    else archive.entry(header, content)
  }
  archive.finalize()
  return bytesOf(archive as AsyncIterable<Uint8Array>)
}

export async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const found: Uint8Array[] = []
  for await (const chunk of chunks) found.push(chunk)
  return Buffer.concat(found)
}

export async function* inChunks(bytes: Uint8Array, size = 64 * 1024): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
