import { z } from 'zod'

/** A file that a program wrote into its workspace; it is kept as long as its run. */
export const runFile = z
  .object({
    path: z.string().describe('Relative to the workspace'),
    size: z.int().describe('In bytes'),
    type: z.string().describe('Media type, by the ending of the name'),
    url: z.string().describe('Where its content is, on the same server and with the same key'),
  })
  .meta({ id: 'RunFile' })
export type RunFile = z.infer<typeof runFile>

/** A file that is not kept, or something that is no file. */
export const fileLeftOut = z.object({ path: z.string(), why: z.string() })
export type FileLeftOut = z.infer<typeof fileLeftOut>

/** The place of a file: several attempts and blocks may have written the same path. */
export const filePlace = z.strictObject({
  block: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe('Index of the block, from 0; the last that wrote it unless told'),
  attempt: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .describe('Number of the attempt; the last of the block unless told'),
})
export type FilePlace = z.infer<typeof filePlace>
