import { hash } from 'node:crypto'
import { z } from 'zod'
import type { EntryReader } from '../archive/entry-reader.ts'
import { refuse } from '../archive/refuse.ts'
import { damaged } from '../state/damaged.ts'
import { CHECKSUM, type CheckpointArchive, checkpointArchive, DESCRIPTION } from './checkpoint-archive.ts'

const MOST_CHECKSUM_BYTES = 1_000

/** The first two entries: what is in the file, and the hash of exactly that. */
export async function readDescription(archive: EntryReader, mostBytes: number): Promise<CheckpointArchive> {
  const text = await readText(archive, DESCRIPTION, mostBytes)
  const checksum = await readText(archive, CHECKSUM, MOST_CHECKSUM_BYTES)
  if (checksum.toString() !== `${hash('sha256', text)}  ${DESCRIPTION}\n`) {
    throw damaged('The checkpoint', `${DESCRIPTION} is not what was exported`)
  }
  try {
    return checkpointArchive.parse(JSON.parse(text.toString()))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    return refuse(`it describes no checkpoint: ${reason}`, DESCRIPTION)
  }
}

async function readText(archive: EntryReader, path: string, mostBytes: number): Promise<Buffer> {
  const entry = await archive.next()
  if (entry?.path !== path || entry.type !== 'file') refuse(`it is no checkpoint: ${path} is not where it belongs`)
  if (entry.size > mostBytes) refuse(`it has more than ${mostBytes} bytes`, path)
  const pieces: Uint8Array[] = []
  for await (const bytes of archive.content()) pieces.push(bytes)
  return Buffer.concat(pieces)
}
