import { z } from 'zod'

/** The reasons for a deletion: on request, or by the limits on age, number or bytes. */
export const deletionReason = z.enum(['asked', 'age', 'count', 'bytes'])
export type DeletionReason = z.infer<typeof deletionReason>

const moment = z.iso.datetime({ offset: true }).or(z.iso.date())

/** Deleting everything needs a parameter of its own, so that a forgotten one deletes nothing. */
export const pruneQuery = z
  .strictObject({
    before: moment.optional().describe('Only runs that began before this ISO date or time'),
    keep: z.coerce.number().int().min(0).optional().describe('So many of the newest stay, however old they are'),
    all: z.enum(['true', 'false']).optional().describe('true deletes every run that has ended'),
    dryRun: z.enum(['true', 'false']).optional().describe('true deletes nothing, and says what would be deleted'),
  })
  .refine(({ before, keep, all }) => (all === 'true') !== (before !== undefined || keep !== undefined), {
    error: 'name before or keep, or both; or all=true alone, to delete every run',
  })
export type PruneQuery = z.infer<typeof pruneQuery>

export const pruneResult = z
  .object({
    deleted: z.int().describe('Runs that are gone, or would be'),
    bytes: z.number().describe('That they took in the store'),
    running: z.int().describe('Runs that would be deleted, but still go on'),
    more: z.boolean().describe('Whether there is more to delete: the same call again goes on'),
  })
  .meta({ id: 'PruneResult' })
export type PruneResult = z.infer<typeof pruneResult>

const count = z.int()

export const eraseResult = z
  .object({
    keys: count.describe('Keys that were revoked'),
    runs: count,
    sandboxes: count,
    templates: count.describe('With snapshots of sandboxes'),
    sessions: count,
    checkpoints: count,
    volumes: count,
    secrets: count,
    commands: count,
    more: z.boolean().describe('Whether runs are left: the same call again goes on'),
  })
  .meta({ id: 'EraseResult' })
export type EraseResult = z.infer<typeof eraseResult>
