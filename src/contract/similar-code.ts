import { z } from 'zod'

/** A known program that is like the one that ran. */
export const similarCode = z.object({
  id: z.string().describe('Of the remembered program'),
  score: z.number().describe('From 0 to 1: the share of it that is the same'),
  task: z.string().optional(),
  worked: z.int(),
})
export type SimilarCode = z.infer<typeof similarCode>

/** A known program that stands in a question to a model. */
export interface PromptExample {
  id: string
  task?: string
  code: string
}
