import { pipeline, Readable } from 'node:stream'
import { extract, type Header } from 'tar-stream'
import { EngineError } from '../../contract/errors.ts'
import type { TreeEntry, TreePiece } from '../../sandbox/tree.ts'
import { decompress } from './decompress.ts'
import { createEntryRules, type EntryRules } from './entry-rules.ts'
import { refusal, refuse } from './refuse.ts'

/** Headers with the longest names and the padding of one entry. */
const MOST_OVERHEAD_BYTES = 65_536
/** Bytes read ahead of the known entry. Few: the headers of one entry are read at once. */
const AHEAD_BYTES = 131_072
/** Zeros that tapes once needed: they are skipped. */
const MOST_PADDING_BYTES = 4 * 1024 * 1024 - AHEAD_BYTES
const PIECE_BYTES = 16_384
const NOTHING = Buffer.alloc(PIECE_BYTES)
const BLOCK_BYTES = 512

/**
 * Reads the tree in an untrusted archive: tar, plain or in gzip or zstd. Pieces come while it is read, so the caller
 * keeps nothing when this throws: ARCHIVE_REFUSED for anything but a plain tree within the limits.
 */
export async function* readTar(source: AsyncIterable<Uint8Array>, rules: EntryRules): AsyncGenerator<TreePiece> {
  const fed: Fed = { bytes: 0, padding: 0, allowed: MOST_OVERHEAD_BYTES + AHEAD_BYTES, error: undefined }
  // Decodes byte by byte, so that names that are not UTF-8 can be detected.
  const archive = extract({ filenameEncoding: 'latin1' } as object)
  const pieces = Readable.from(counted(source, fed), { highWaterMark: 1 })
  pipeline(pieces, archive as unknown as NodeJS.WritableStream, () => {})
  const { admit } = createEntryRules(rules)
  let endsAt = 0
  try {
    for await (const stream of archive) {
      const header = stream.header as Header & { byteOffset: number }
      const hasContent = header.type !== 'directory'
      endsAt = header.byteOffset + (hasContent ? Math.ceil(header.size / BLOCK_BYTES) * BLOCK_BYTES : 0)
      const entry = entryOf(header)
      if (entry) for (const parent of admit(entry)) yield { entry: parent }
      if (entry) yield { entry }
      if (entry) allow(fed, header.byteOffset + entry.size)
      // A directory may declare a size without content: a stream of it would never end.
      if (!hasContent) continue
      // Only files have content; content of other entries is skipped.
      for await (const chunk of stream) if (entry?.type === 'file') yield { bytes: chunk as Uint8Array }
    }
  } catch (error) {
    throw readError(error, fed.error)
  }
  if (fed.bytes < endsAt + BLOCK_BYTES) refuse('its end is missing')
}

interface Fed {
  bytes: number
  /** Meaningless bytes among these since the last entry. */
  padding: number
  /** Most bytes behind the last entry, so that content outside of files cannot go on for long. */
  allowed: number
  error: unknown
}

function allow(fed: Fed, entryEnd: number) {
  fed.allowed = entryEnd + MOST_OVERHEAD_BYTES + AHEAD_BYTES
  fed.padding = 0
}

async function* counted(source: AsyncIterable<Uint8Array>, fed: Fed) {
  try {
    for await (const chunk of decompress(source)) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        const piece = chunk.subarray(at, at + PIECE_BYTES)
        fed.bytes += piece.length
        if (NOTHING.compare(piece, 0, piece.length, 0, piece.length) === 0) fed.padding += piece.length
        const allowed = fed.allowed + Math.min(fed.padding, MOST_PADDING_BYTES)
        if (fed.bytes > allowed) refuse(`it has more than the ${allowed} bytes that its entries could need`)
        yield piece
      }
    }
  } catch (error) {
    fed.error = error
    throw error
  }
}

/** Undefined for the root of the tree itself. */
function entryOf(header: Header): TreeEntry | undefined {
  const pax = (header.pax ?? {}) as Record<string, string>
  if (Object.keys(pax).some((key) => key.startsWith('GNU.sparse.'))) refuse('it is a sparse file', header.name)
  if (pax.hdrcharset === 'BINARY') refuse('its name is not UTF-8', header.name)
  const type = typeOf(header)
  const path = (pax.path || textOf(header.name))
    .split('/')
    .filter((part, at) => (part === '' ? at === 0 : part !== '.'))
    .join('/')
  if (path === '' && type === 'directory') return undefined
  return {
    path,
    type,
    mode: header.mode & 0o777,
    size: type === 'file' ? header.size : 0,
    modifiedMs: timeOf(header, pax),
    ...(type === 'symlink' && { target: pax.linkpath || textOf(header.linkname ?? '') }),
  }
}

function textOf(latin1: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(latin1, 'latin1'))
  } catch {
    return refuse('its name is not UTF-8', latin1)
  }
}

function typeOf(header: Header): TreeEntry['type'] {
  const type = header.type as Header['type'] | null
  if (type === 'symlink' || type === 'directory') return type
  if (type === 'file' || type === 'contiguous-file') return header.name.endsWith('/') ? 'directory' : 'file'
  if (type === 'link') refuse('it is a hard link; tar makes none with --hard-dereference', header.name)
  return refuse(`it is no file, directory or link but a ${type ?? 'kind of entry that is not known'}`, header.name)
}

function timeOf({ mtime }: Header, pax: Record<string, string>): number {
  const told = pax.mtime === undefined ? mtime.getTime() : Math.round(Number(pax.mtime) * 1000)
  return Number.isSafeInteger(told) ? told : 0
}

/** A source that broke, or was refused, keeps its error; an error of the tar reader refuses the archive. */
function readError(error: unknown, sourceError: unknown): unknown {
  if (sourceError !== undefined) return sourceError
  return error instanceof EngineError ? error : refusal(`it cannot be read: ${(error as Error).message}`)
}
