import { createReadStream } from 'node:fs'
import type { EngineError } from '../contract/errors.ts'
import type { Host } from './host.ts'

/** Far above the limits of servers, and small enough to refuse an endless device before memory is full. */
const LARGEST_BYTES = 256 * 1024 * 1024

/** The bytes of a file, or of standard input for `-`. */
export async function readBytes(path: string, host: Pick<Host, 'stdin'>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of path === '-' ? host.stdin : createReadStream(path)) {
      chunks.push(chunk)
      size += chunk.length
      if (size > LARGEST_BYTES) break
    }
  } catch (error) {
    throw await unreadable(path, error)
  }
  if (size > LARGEST_BYTES)
    throw await unreadable(path, new Error(`it is larger than ${LARGEST_BYTES / 1024 / 1024} MB`))
  return Buffer.concat(chunks)
}

export async function readText(path: string, host: Pick<Host, 'stdin'>): Promise<string> {
  const text = textOf(await readBytes(path, host))
  if (text === undefined) throw await unreadable(path, new Error('it is not text in UTF-8'))
  return text
}

/** Undefined when the bytes are not UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The error for a file that cannot be read. */
export async function unreadable(path: string, cause: unknown): Promise<EngineError> {
  const { EngineError } = await import('../contract/errors.ts')
  const reason = reasonOf(cause)
  return new EngineError('FILE_UNREADABLE', { path: path === '-' ? 'standard input' : path, reason }, { cause })
}

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a part of the path is not a directory',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
}

/** A failure of the file system in plain words. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error))
}
