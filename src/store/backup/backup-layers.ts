/** The layers of machines and templates, as archives by the ids that documents use. */
export interface BackupLayers {
  read(id: string): AsyncIterable<Uint8Array>
  put(id: string, archive: AsyncIterable<Uint8Array>): Promise<void>
}

/** An archive may be larger than memory: it is cut into entries. */
const PIECE_BYTES = 4_194_304
const NAME = /^layers\/(lay[0-9a-v]+)\//

/** `layers/lay1/000001`: the first piece of a layer. */
export const pieceName = (id: string, number: number): string => `layers/${id}/${String(number).padStart(6, '0')}`

/** The layer that an entry is a piece of; undefined for other entries. */
export const layerOf = (entryName: string): string | undefined => NAME.exec(entryName)?.[1]

/** The same bytes in pieces of one size; the last one may be smaller. */
export async function* inPieces(archive: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let gathered: Uint8Array[] = []
  let bytes = 0
  for await (const part of archive) {
    // The socket's buffer is used again.
    gathered.push(Buffer.from(part))
    bytes += part.length
    if (bytes < PIECE_BYTES) continue
    yield Buffer.concat(gathered)
    gathered = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(gathered)
}
