import { z } from 'zod'
import { number } from '../setting-kinds.ts'

const flag = z.stringbool().or(z.boolean())

/** The memory of programs. */
export const memoryWords = {
  settings: {
    memory: flag.default(true).describe('Whether programs that worked are remembered'),
    memoryPatterns: number(1, 100_000)
      .default(20_000)
      .describe('Most programs that are remembered for one user; those not seen for the longest time go first'),
    memoryPromptTokens: number(0, 100_000)
      .default(800)
      .describe('Most tokens, estimated, of known programs in one question to a model; 0 for none'),
    memoryEmbeddings: z
      .string()
      .default('')
      .describe(
        'Model of embeddings for the search of memory, as provider/model: it is sent remembered programs and questions; empty sends nothing',
      ),
    memoryEmbeddingsKey: z
      .string()
      .regex(/^[\x21-\x7e]*$/, 'must be printable ASCII without spaces')
      .default('')
      .describe('Key of that model; without key and address those of the model, where the provider is the same'),
    memoryEmbeddingsUrl: z
      .union([z.literal(''), z.url({ protocol: /^https?$/ })])
      .default('')
      .describe('Where that model is asked, up to and with /v1; empty for the usual address of its provider'),
    memoryDays: number(0, 36_500)
      .default(365)
      .describe('Days after which a remembered program that did not come again is forgotten; 0 keeps all'),
    cacheResults: number(0, 1_000_000)
      .default(1000)
      .describe('Most results that are kept for one user to be served again, where a run asks for it; 0 serves none'),
    cacheHours: number(1, 8760).default(24).describe('Hours for which a kept result may be served'),
  },
  events: [],
} as const
