import { z } from 'zod'
import { atMost } from './at-most.ts'
import { MOST_ROUNDS } from './chat.ts'
import { sessionId } from './id.ts'

const MOST_MESSAGES = 2000

const content = z.union(
  [z.string(), z.array(z.looseObject({ type: z.literal('text'), text: z.string() }))],
  'must be a text, or parts of the type "text": other content is not read',
)
const holdsText = (of: z.infer<typeof content> | null): boolean =>
  (typeof of === 'string' ? of : (of ?? []).map(({ text }) => text).join('')).trim() !== ''
const message = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant'], 'must be system, developer, user or assistant'),
  content: content.nullable(),
})
const never = (why: string) => z.undefined(why).optional()

/** A request of OpenAI's chat completions. Parameters of sampling are taken and passed over; those that would change the answer's form are refused. */
export const completionRequest = z
  .looseObject({
    model: z.string().min(1).max(300),
    messages: atMost(MOST_MESSAGES, z.array(message).min(1)),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
    n: z.literal(1, 'must be 1').nullish(),
    tools: never('tools are not supported here: programs in the answer are run instead'),
    functions: never('functions are not supported here: programs in the answer are run instead'),
    response_format: z.looseObject({ type: z.literal('text', 'must be "text"') }).nullish(),
    session: sessionId.optional().describe('Of Anneal: the session that programs run in; a fresh sandbox unless told'),
    rounds: z.int().min(1).max(MOST_ROUNDS).default(MOST_ROUNDS).describe('Of Anneal: answers of the model, at most'),
  })
  .refine(({ messages }) => messages.at(-1)?.role === 'user', {
    path: ['messages'],
    message: 'must end with a message of the role "user"',
  })
  .refine(
    ({ messages }) => {
      const last = messages.at(-1)
      return last?.role !== 'user' || holdsText(last.content)
    },
    {
      path: ['messages'],
      message: 'must end with a message that holds text',
    },
  )
  .meta({ id: 'CompletionRequest' })
export type CompletionRequest = z.output<typeof completionRequest>

const tokens = z.object({ prompt_tokens: z.int(), completion_tokens: z.int(), total_tokens: z.int() })
const annotation = z.object({
  type: z.literal('url_citation'),
  url_citation: z.object({ url: z.string(), title: z.string(), start_index: z.int(), end_index: z.int() }),
})

/** The outcome of the code in an answer. */
const verified = z
  .object({
    outcome: z.string(),
    rounds: z.int(),
    runs: z.array(z.string()),
    repaired: z.boolean(),
    url: z.string().nullable().describe('The full story of the last run'),
  })
  .meta({ id: 'VerifiedAnswer' })
export type Verified = z.infer<typeof verified>

export const completion = z
  .object({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: z.int(),
    model: z.string(),
    choices: z.array(
      z.object({
        index: z.int(),
        message: z.object({
          role: z.literal('assistant'),
          content: z.string(),
          refusal: z.null(),
          annotations: z.array(annotation),
        }),
        logprobs: z.null(),
        finish_reason: z.enum(['stop', 'length']),
      }),
    ),
    usage: tokens,
    anneal: verified,
  })
  .meta({ id: 'Completion' })
export type Completion = z.infer<typeof completion>
export type Annotation = z.infer<typeof annotation>

export const completionModels = z
  .object({
    object: z.literal('list'),
    data: z.array(z.object({ id: z.string(), object: z.literal('model'), created: z.int(), owned_by: z.string() })),
  })
  .meta({ id: 'CompletionModels' })
