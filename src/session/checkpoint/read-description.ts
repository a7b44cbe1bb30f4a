import { createHash } from 'node:crypto'
import { z } from 'zod'
import { lostPart } from '../../contract/attempt-state.ts'
import { MOST_NAMED_VARIABLES } from '../../contract/checkpoint.ts'
import { sessionVariable } from '../../contract/session.ts'
import { giveWay } from '../../sandbox/give-way.ts'
import type { EntryReader } from '../archive/entry-reader.ts'
import { refuse } from '../archive/refuse.ts'
import { damaged } from '../state/damaged.ts'
import {
  archiveOutline,
  CHECKSUM,
  type CheckpointArchive,
  DESCRIPTION,
  describedFile,
  describedInterpreter,
} from './checkpoint-archive.ts'
import { parseInTurns } from './parse-in-turns.ts'

const MOST_CHECKSUM_BYTES = 1_000

/** Reads the first two entries: the description of the file, and the hash of the description. */
export async function readDescription(archive: EntryReader, mostBytes: number): Promise<CheckpointArchive> {
  const described = await readText(archive, DESCRIPTION, mostBytes)
  const checksum = await readText(archive, CHECKSUM, MOST_CHECKSUM_BYTES)
  if (checksum.text.toString() !== `${described.hash}  ${DESCRIPTION}\n`) {
    throw damaged('The checkpoint', `${DESCRIPTION} is not what was exported`)
  }
  try {
    return await checked(archiveOutline.parse(await parseInTurns(described.text)))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    return refuse(`it describes no checkpoint: ${reason}`, DESCRIPTION)
  }
}

async function checked({ format, checkpoint, interpreters, files }: z.output<typeof archiveOutline>) {
  const { lost, variables, ...rest } = checkpoint
  return {
    format,
    checkpoint: {
      ...rest,
      lost: await each(lostPart, lost),
      variables: await each(sessionVariable, variables.slice(0, MOST_NAMED_VARIABLES)),
    },
    interpreters: await each(describedInterpreter, interpreters),
    files: await each(describedFile, files),
  }
}

/** Stops at the first invalid entry. */
async function each<S extends z.ZodType>(schema: S, entries: readonly unknown[]): Promise<z.output<S>[]> {
  const found: z.output<S>[] = []
  for (const entry of entries) {
    found.push(schema.parse(entry))
    await giveWay()
  }
  return found
}

async function readText(
  archive: EntryReader,
  path: string,
  mostBytes: number,
): Promise<{ text: Buffer; hash: string }> {
  const entry = await archive.next()
  if (entry?.path !== path || entry.type !== 'file') refuse(`it is no checkpoint: ${path} is not where it belongs`)
  if (entry.size > mostBytes) refuse(`it has more than ${mostBytes} bytes`, path)
  const pieces: Uint8Array[] = []
  const hashing = createHash('sha256')
  for await (const bytes of archive.content()) {
    pieces.push(bytes)
    hashing.update(bytes)
    await giveWay()
  }
  return { text: Buffer.concat(pieces), hash: hashing.digest('hex') }
}
