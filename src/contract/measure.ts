import { z } from 'zod'

/** The resources that one execution spent; null where the host cannot tell. */
export const spent = z.object({
  wallMs: z.number(),
  cpuMs: z.number().nullable(),
  memoryPeakBytes: z.number().nullable(),
  readBytes: z.number().nullable(),
  writtenBytes: z.number().nullable(),
})
export type Spent = z.infer<typeof spent>

/** The resources that a run of a program spent, beside earlier runs of the same program. */
export const measured = z
  .object({
    ...spent.shape,
    earlier: z
      .object({
        runs: z.int().describe('Earlier runs of the same program by the same user, twenty at most'),
        wallMs: z.number().describe('Their median'),
        cpuMs: z.number().nullable(),
        memoryPeakBytes: z.number().nullable(),
        verdict: z
          .enum(['faster', 'like', 'slower'])
          .describe('Of processor time where it is known, else of wall time'),
      })
      .optional(),
  })
  .meta({ id: 'Measured' })
export type Measured = z.infer<typeof measured>
