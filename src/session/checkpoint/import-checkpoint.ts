import { createEntryReader, type EntryReader } from '../archive/entry-reader.ts'
import type { TarLimits } from '../archive/entry-rules.ts'
import { readTar } from '../archive/read-tar.ts'
import { refuse } from '../archive/refuse.ts'
import { CHUNK_BYTES } from '../state/state-format.ts'
import type { SavedState, States } from '../state/states.ts'
import { type ArchivedCheckpoint, type CheckpointArchive, VARIABLES } from './checkpoint-archive.ts'
import { readDescription } from './read-description.ts'
import { readFiles, verified } from './read-files.ts'

/** Entries beside the files: the description, its checksum, directories, interpreters. */
const OTHER_ENTRIES = 40

export interface ImportOptions {
  source: AsyncIterable<Uint8Array>
  states: States
  /** Limits of files and saved interpreters together. */
  limits: TarLimits
  /** Called before anything is kept. Throws for settings that are not allowed here. */
  assertAllowed?(checkpoint: ArchivedCheckpoint): Promise<void>
}

/**
 * Reads a checkpoint from an untrusted file. Every claim of the file is checked against its content before the state
 * exists; ARCHIVE_REFUSED or STATE_DAMAGED otherwise, and nothing is kept. Its links may point anywhere and its
 * interpreters may hold anything: both are followed and loaded only inside of a sandbox.
 */
export async function importCheckpoint(options: ImportOptions): Promise<ImportedCheckpoint> {
  const { source, states, limits } = options
  const descriptionBytes = mostDescription(limits)
  const bounds = { bytes: limits.bytes + descriptionBytes, files: limits.files + OTHER_ENTRIES }
  const archive = createEntryReader(readTar(source, { limits: bounds, links: 'any' }))
  try {
    const description = await readDescription(archive, descriptionBytes)
    assertWithin(description, limits)
    await options.assertAllowed?.(description.checkpoint)
    const kernels = []
    for (const interpreter of description.interpreters) kernels.push(await readInterpreter(archive, interpreter))
    const { checkpoint, files } = description
    const tree = readFiles(archive, files)
    const { id, manifest, row } = await states.save({ tree, isWhole: true, kernels, lost: checkpoint.lost })
    return { state: { id, manifest, row }, checkpoint }
  } finally {
    await archive.close()
  }
}

export interface ImportedCheckpoint {
  state: SavedState
  checkpoint: ArchivedCheckpoint
}

/** The description is read into memory whole, and hostile JSON takes many times its size there. */
function mostDescription({ files, bytes }: TarLimits): number {
  return Math.min(64 * 1024 * 1024, 1024 * 1024 + files * 1024 + (bytes / CHUNK_BYTES) * 100)
}

function assertWithin({ files, interpreters }: CheckpointArchive, limits: TarLimits) {
  const bytes = [...files, ...interpreters].reduce((sum, { size }) => sum + size, 0)
  if (bytes > limits.bytes) refuse(`it has ${bytes} bytes; ${limits.bytes} are allowed`)
  if (files.length > limits.files) refuse(`it has ${files.length} files; ${limits.files} are allowed`)
}

async function readInterpreter(archive: EntryReader, interpreter: CheckpointArchive['interpreters'][number]) {
  const { language, versions, size, hashes } = interpreter
  let entry = await archive.next()
  if (entry?.type === 'directory' && entry.path === VARIABLES) entry = await archive.next()
  const path = `${VARIABLES}/${language}.bin`
  if (entry?.path !== path || entry.type !== 'file') refuse('it is not where it belongs', path)
  const pieces: Uint8Array[] = []
  for await (const bytes of verified(archive.content(), { path, size, hashes })) pieces.push(bytes)
  return { language, versions, bytes: Buffer.concat(pieces) }
}
