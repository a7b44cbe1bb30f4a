import { z } from 'zod'
import { atMost } from './at-most.ts'
import { sessionId } from './id.ts'
import { errorInfo, outcome } from './run.ts'
import { runFile } from './run-file.ts'

/** Answers of the model to one question, at most. */
export const MOST_ROUNDS = 3
const MOST_MESSAGES = 2000
const MOST_PARTS = 2000

export const chatName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, "-" and "_"')
  .describe('A conversation: the id that we gave it, or the name that its client chose')
  .meta({ examples: ['cht01jr5c2k7h3m0v9t4qd6e'] })

/** A UI message of the AI SDK; parts that we do not know are kept as they are. */
export const uiMessage = z
  .looseObject({
    id: z.string().min(1).max(200),
    role: z.enum(['system', 'user', 'assistant']),
    parts: atMost(MOST_PARTS, z.array(z.looseObject({ type: z.string().max(200) }))),
    metadata: z.unknown().optional(),
  })
  .meta({ id: 'UiMessage' })
export type UiMessage = z.infer<typeof uiMessage>

/** Whether a part has words; a model that is asked nothing answers with an error of its own. */
const holdsText = ({ type, text }: { type: string; text?: unknown }): boolean =>
  type === 'text' && typeof text === 'string' && text.trim() !== ''

export const chatRequest = z
  .strictObject({
    id: chatName,
    messages: atMost(MOST_MESSAGES, z.array(uiMessage).min(1)).describe('The whole conversation, the question last'),
    trigger: z.enum(['submit-message', 'regenerate-message']).default('submit-message'),
    messageId: z.string().max(200).optional().describe('The message that is replaced, as useChat sends it'),
    session: sessionId.optional().describe('The session of a new conversation; one is made unless it is told'),
    rounds: z.int().min(1).max(MOST_ROUNDS).default(MOST_ROUNDS).describe('Answers of the model, at most'),
    whenLeft: z
      .enum(['go-on', 'stop'])
      .default('go-on')
      .describe('Of the answer, when its reader leaves: it goes on and can be read again, or it is stopped'),
  })
  .refine(({ messages }) => messages.at(-1)?.role === 'user', {
    path: ['messages'],
    message: 'must end with a message of the role "user"',
  })
  .refine(({ messages }) => messages.at(-1)?.role !== 'user' || messages.at(-1)?.parts.some(holdsText), {
    path: ['messages'],
    message: 'must end with a message that holds text: files and pictures are not read',
  })
  .refine(({ messages }) => !messages.at(-1)?.parts.some(({ type }) => type === 'file'), {
    path: ['messages'],
    message: 'must end with text alone: put a file into the session of the conversation, and name it in the text',
  })
  .meta({ id: 'ChatRequest' })
export type ChatRequest = z.output<typeof chatRequest>

const question = z.object({ approvalId: z.string(), title: z.string() })

/** One run of an answer, as the part `data-run` of a message tells it. */
export const chatRun = z
  .object({
    runId: z.string(),
    round: z.int(),
    state: z.enum(['going', 'waiting', 'ended']),
    outcome: outcome.nullable(),
    languages: z.array(z.string()),
    attempts: z.int().describe('Of the block that needed most'),
    repaired: z.boolean().describe('Whether the program that ran well is not the one in the answer'),
    stdout: z.string().describe('Its end'),
    stderr: z.string().describe('Its end'),
    files: z.array(runFile),
    results: z.int().describe('Values, tables and pictures that were shown'),
    finalCode: z.string().optional().describe('The program that ran well, where it was repaired'),
    error: errorInfo.optional(),
    question: question.optional().describe('It waits for the answer of a person'),
    url: z.string().describe('The full story'),
  })
  .meta({ id: 'ChatRun' })
export type ChatRun = z.infer<typeof chatRun>

const usage = z.object({ inputTokens: z.int(), outputTokens: z.int(), costUsd: z.number().optional() })

/** The metadata of an answer; those behind the session come when it has ended. */
export const chatMetadata = z.object({
  chatId: z.string(),
  model: z.string().nullable(),
  sessionId: z.string().nullable(),
  outcome: outcome.optional(),
  rounds: z.int().optional(),
  runs: z.array(z.string()).optional(),
  usage: usage.optional(),
  error: errorInfo.optional().describe('The reason of the outcome error'),
})
export type ChatMetadata = z.infer<typeof chatMetadata>

export const chatSummary = z
  .object({
    id: z.string(),
    name: z.string().nullable().describe('The id that its client chose'),
    title: z.string(),
    sessionId: z.string().nullable().describe('Null until something was run'),
    createdAt: z.number(),
    updatedAt: z.number(),
    messages: z.int().describe('Of all branches'),
    branchOf: z.string().nullable(),
    isAnswering: z.boolean(),
  })
  .meta({ id: 'ChatSummary' })
export type ChatSummary = z.infer<typeof chatSummary>
export const chatList = z.object({ chats: z.array(chatSummary) }).meta({ id: 'ChatList' })

const chatNode = z.object({
  node: z.int().describe('1, 2, 3 … within the conversation'),
  parent: z.int().nullable().describe('The node before it'),
  message: uiMessage,
})

export const chatInfo = z
  .object({
    ...chatSummary.omit({ messages: true }).shape,
    messages: z.array(uiMessage).describe('The branch that was used last, ready for useChat'),
    nodes: z.array(chatNode).describe('All messages of all branches'),
  })
  .meta({ id: 'ChatInfo' })
export type ChatInfo = z.infer<typeof chatInfo>

export const chatModel = z
  .object({
    model: z.string().nullable().describe('Null where none is configured'),
    rounds: z.int(),
    configure: z.string().nullable().describe('How to configure a model, where there is none'),
  })
  .meta({ id: 'ChatModel' })
export type ChatModel = z.infer<typeof chatModel>

/** A part of the stream of an answer: one of the AI SDK's, or `data-run`, `data-round`, `data-notice` and `data-event`. */
export const chatPart = z.looseObject({ type: z.string() })
export type ChatPart = z.infer<typeof chatPart>

export const chatStopped = z
  .object({ stopped: z.boolean().describe('Whether an answer was going on here') })
  .meta({ id: 'ChatStopped' })

export const chatChange = z.strictObject({ title: z.string().trim().min(1).max(200) }).meta({ id: 'ChatChange' })
export const chatBranch = z
  .strictObject({ messageId: z.string().min(1).max(200).describe('The last message of the new conversation') })
  .meta({ id: 'ChatBranch' })

export const chatQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(1000).default(50),
  before: z.coerce.number().min(0).optional().describe('The updatedAt of the last one of the page before'),
})
