import type { TreeEntry, TreePiece } from '../tree.ts'
import { BadFrame, createFrameReader, encodeFrame, FRAME, type Frame } from './frame.ts'

/** More than the longest path and the longest target of a link, each six times as long when it is written down. */
const MOST_FRAME_BYTES = 65_536
const MOST_PATH_LENGTH = 4096
const BATCH_BYTES = 65_536
const BYTES_AT_ONCE = 32_768

/** Reads pieces from the bytes that the agent sends. They come from a sandbox: anything amiss throws a BadFrame. */
export async function* decodePieces(
  chunks: AsyncIterable<Uint8Array>,
  { contents }: { contents: boolean },
): AsyncGenerator<TreePiece> {
  let pieces: TreePiece[] = []
  let missing = 0
  let isComplete = false
  const take = ({ kind, payload }: Frame) => {
    const piece = kind === FRAME.data ? { bytes: payload } : parsePiece(payload)
    if ('bytes' in piece) missing -= payload.length
    if (isComplete || ('bytes' in piece ? missing < 0 : missing > 0)) throw new BadFrame('a tree that does not add up')
    if ('entry' in piece && contents) missing = piece.entry.size
    isComplete = 'token' in piece
    pieces.push(piece)
  }
  const read = createFrameReader(take, MOST_FRAME_BYTES)
  for await (const chunk of chunks) {
    read(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))
    const complete = pieces
    pieces = []
    yield* complete
  }
  if (!isComplete) throw new BadFrame('a tree without an end')
}

/** Encodes pieces in batches worth sending; bytes of files in pieces that a reader can hold. */
export async function* encodePieces(
  pieces: AsyncIterable<TreePiece> | Iterable<TreePiece>,
): AsyncGenerator<Uint8Array> {
  let batch: Uint8Array[] = []
  let batchBytes = 0
  const add = (kind: number, payload: Uint8Array) => {
    const frame = encodeFrame(kind, 0, payload)
    batch.push(frame)
    batchBytes += frame.length
  }
  for await (const piece of pieces) {
    if (!('bytes' in piece)) add(FRAME.event, Buffer.from(JSON.stringify(piece)))
    else {
      for (let at = 0; at < piece.bytes.length; at += BYTES_AT_ONCE) {
        add(FRAME.data, piece.bytes.subarray(at, at + BYTES_AT_ONCE))
        if (batchBytes < BATCH_BYTES) continue
        yield Buffer.concat(batch)
        batch = []
        batchBytes = 0
      }
    }
    if (batchBytes < BATCH_BYTES) continue
    yield Buffer.concat(batch)
    batch = []
    batchBytes = 0
  }
  yield Buffer.concat(batch)
}

function parsePiece(payload: Buffer): Exclude<TreePiece, { bytes: Uint8Array }> {
  const said = parseObject(payload)
  if (said.whole === true) return { whole: true }
  if (isPath(said.removed)) return { removed: said.removed }
  if (typeof said.token === 'string') return { token: said.token }
  if (isRecord(said.left) && typeof said.left.path === 'string' && typeof said.left.why === 'string')
    return { left: { path: said.left.path, why: said.left.why } }
  if (isRecord(said.entry)) return { entry: readEntry(said.entry) }
  throw new BadFrame('a piece of a tree that says nothing')
}

function readEntry({ path, type, mode, size, modifiedMs, target }: Record<string, unknown>): TreeEntry {
  if (!isPath(path) || !isCount(mode) || !isCount(size) || typeof modifiedMs !== 'number') throw wrongEntry()
  if (type === 'symlink' && typeof target === 'string') return { path, type, mode, size: 0, modifiedMs, target }
  if (type === 'directory') return { path, type, mode, size: 0, modifiedMs }
  if (type === 'file') return { path, type, mode, size, modifiedMs }
  throw wrongEntry()
}

const wrongEntry = () => new BadFrame('an entry of a tree that is none')

function parseObject(payload: Buffer): Record<string, unknown> {
  try {
    const said = JSON.parse(payload.toString())
    if (isRecord(said)) return said
  } catch {
    // Refused below, like everything else that is no object.
  }
  throw new BadFrame('a piece of a tree that is no object')
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

/** The path is never looked up on the host; joined to a directory it must not lead out of it. */
const isPath = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= MOST_PATH_LENGTH &&
  !value.includes('\0') &&
  value.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
