import { pipeline, Readable } from 'node:stream'
import { constants, createZstdCompress } from 'node:zlib'
import { type Pack, pack } from 'tar-stream'
import { giveWay } from '../../sandbox/give-way.ts'
import type { TreeEntry, TreePiece } from '../../sandbox/tree.ts'

/** The largest time that a header's 32 bits hold. */
const LATEST_SECOND = 2 ** 31 - 1

export interface WriteTarOptions {
  compression: 'none' | 'zstd'
}

/** Writes a tree as an archive that every tar reads, as fast as it is taken. */
export function writeTar(
  pieces: AsyncIterable<TreePiece> | Iterable<TreePiece>,
  { compression }: WriteTarOptions,
): AsyncIterable<Uint8Array> {
  const plain = packed(pieces)
  if (compression === 'none') return plain
  const params = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 }
  return pipeline(Readable.from(plain), createZstdCompress({ params }), () => {})
}

async function* packed(pieces: AsyncIterable<TreePiece> | Iterable<TreePiece>): AsyncGenerator<Uint8Array> {
  const archive = pack()
  const filled = fill(archive, pieces).catch((error) => archive.destroy(error as Error))
  try {
    yield* archive as AsyncIterable<Uint8Array>
  } finally {
    archive.destroy()
    await filled
  }
}

async function fill(archive: Pack, pieces: AsyncIterable<TreePiece> | Iterable<TreePiece>) {
  let file: { write(bytes: Uint8Array): Promise<void>; end(): Promise<void> } | undefined
  for await (const piece of pieces) {
    if ('bytes' in piece) {
      await file?.write(piece.bytes)
      continue
    }
    await file?.end()
    await giveWay()
    file = 'entry' in piece ? open(archive, piece.entry) : undefined
  }
  await file?.end()
  archive.finalize()
}

function open(archive: Pack, { path, type, mode, size, modifiedMs, target }: TreeEntry) {
  const { promise: done, resolve, reject } = Promise.withResolvers<void>()
  // The next write or end reports the failure; until then it has no listener.
  done.catch(() => {})
  const seconds = Math.min(Math.max(Math.floor(modifiedMs / 1000), 0), LATEST_SECOND)
  const header = {
    name: type === 'directory' ? `${path}/` : path,
    type,
    // The library takes a mode of zero for none, unless another bit is set.
    mode: mode | 0o10000,
    size,
    mtime: new Date(seconds * 1000),
    ...(target !== undefined && { linkname: target }),
  }
  const sink = archive.entry(header, (error) => (error ? reject(error) : resolve()))
  // The archive and the promise report it.
  sink.on('error', () => {})
  return {
    async write(bytes: Uint8Array) {
      if (sink.write(bytes)) return
      const { promise: drained, resolve: go } = Promise.withResolvers<void>()
      sink.once('drain', go)
      await Promise.race([drained, done])
    },
    async end() {
      sink.end(null)
      await done
    },
  }
}
