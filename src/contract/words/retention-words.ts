import { z } from 'zod'
import { eventOf } from '../event/envelope.ts'
import { deletionReason } from '../retention.ts'
import { number } from '../setting-kinds.ts'

/** Limits on the age, number and bytes of runs: runs beyond them are deleted, the oldest first. */
export const retentionWords = {
  settings: {
    retentionDays: number(0, 36_500)
      .default(30)
      .describe(
        'Days after which a run is deleted with its events and output, and old events of everything else; 0 keeps all for ever',
      ),
    retentionRuns: number(0, 1_000_000_000)
      .default(0)
      .describe('Runs of one user that are kept; for one more the oldest is deleted; 0 sets no limit'),
    retentionBytes: number(0, 1_125_899_906_842_624)
      .default(0)
      .describe('Bytes that the runs of one user may take; beyond them the oldest are deleted; 0 sets no limit'),
  },
  /** Told on the stream of a deleted run: this event outlives the other events of that stream. */
  events: [
    eventOf('run.deleted', { why: deletionReason, bytes: z.number().describe('That the run took in the store') }),
  ],
} as const
