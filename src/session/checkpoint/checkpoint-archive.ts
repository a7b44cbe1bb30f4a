import { z } from 'zod'
import { atMost } from '../../contract/at-most.ts'
import type { LostPart } from '../../contract/attempt-state.ts'
import { checkpointInfo } from '../../contract/checkpoint.ts'
import { type SessionVariable, sessionRequest, treeFile } from '../../contract/session.ts'

/**
 * A checkpoint as one file: a tar in zstd, so that anybody can look into it.
 *
 *     checkpoint.json         what is in it, with the hash of every 4 MB of every file
 *     checkpoint.sha256       the hash of that
 *     variables/LANGUAGE.bin  saved interpreters, for sandboxes alone
 *     files/…                 the workspace
 */
export const DESCRIPTION = 'checkpoint.json'
export const CHECKSUM = 'checkpoint.sha256'
export const VARIABLES = 'variables'
export const FILES = 'files'

/** Chunks of one file or interpreter: 80 GB. */
const MOST_CHUNKS = 20_000
const MOST_INTERPRETERS = 100

const hashes = atMost(MOST_CHUNKS, z.array(z.string().regex(/^[0-9a-f]{64}$/)))
/** A list of any length: each entry is checked by itself. */
const list = z.custom<unknown[]>(Array.isArray, 'must be a list')

export const describedInterpreter = z.strictObject({
  language: z.string().regex(/^[a-z0-9-]{1,40}$/),
  size: z.int().min(0),
  versions: z.record(z.string(), z.string()),
  hashes,
})
export const describedFile = z.strictObject({ ...treeFile.shape, hashes: hashes.optional() })

/** Everything but the entries of its lists. */
export const archiveOutline = z.strictObject({
  format: z.literal('anneal-checkpoint-1'),
  checkpoint: z.strictObject({
    ...checkpointInfo.pick({ conversation: true, label: true, createdAt: true, executions: true }).shape,
    settings: sessionRequest,
    lost: list,
    variables: list,
  }),
  interpreters: list.refine((all) => all.length <= MOST_INTERPRETERS, `has more than ${MOST_INTERPRETERS} entries`),
  files: list,
})

type Outline = z.output<typeof archiveOutline>
/** The facts about a checkpoint beside its state: given by the maker of the file, so only as good as the owner's word. */
export type ArchivedCheckpoint = Omit<Outline['checkpoint'], 'lost' | 'variables'> & {
  lost: LostPart[]
  variables: SessionVariable[]
}
export interface CheckpointArchive {
  format: Outline['format']
  checkpoint: ArchivedCheckpoint
  interpreters: z.output<typeof describedInterpreter>[]
  files: z.output<typeof describedFile>[]
}
