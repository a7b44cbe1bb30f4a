import { z } from 'zod'
import { checkpointInfo } from '../../contract/checkpoint.ts'
import { sessionRequest, sessionVariable, treeFile } from '../../contract/session.ts'

/**
 * A checkpoint as one file: a tar in zstd, so that anybody can look into it.
 *
 *     checkpoint.json         what is in it, with the hash of every 4 MB of every file
 *     checkpoint.sha256       the hash of that
 *     variables/LANGUAGE.bin  saved interpreters, for boxes alone
 *     files/…                 the workspace
 */
export const DESCRIPTION = 'checkpoint.json'
export const CHECKSUM = 'checkpoint.sha256'
export const VARIABLES = 'variables'
export const FILES = 'files'

const hashes = z.array(z.string().regex(/^[0-9a-f]{64}$/))

export const checkpointArchive = z.strictObject({
  format: z.literal('anneal-checkpoint-1'),
  checkpoint: z.strictObject({
    ...checkpointInfo.pick({ conversation: true, label: true, createdAt: true, executions: true, lost: true }).shape,
    settings: sessionRequest,
    variables: z.array(sessionVariable),
  }),
  interpreters: z.array(
    z.strictObject({
      language: z.string().regex(/^[a-z0-9-]{1,40}$/),
      size: z.int().min(0),
      versions: z.record(z.string(), z.string()),
      hashes,
    }),
  ),
  files: z.array(z.strictObject({ ...treeFile.shape, hashes: hashes.optional() })),
})
export type CheckpointArchive = z.output<typeof checkpointArchive>
/** What of a checkpoint is not its state: told by whoever made the file, so it is the owner's word at best. */
export type ArchivedCheckpoint = CheckpointArchive['checkpoint']
