import { z } from 'zod'

/** The mark of an attempt whose output was known. */
export const servedResult = z.object({
  cached: z
    .literal(true)
    .optional()
    .describe('Nothing ran: `options.cache` asked for it, and two identical runs had this output'),
  provedBy: z.array(z.string()).optional().describe('Those two runs'),
})
