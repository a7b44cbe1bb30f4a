import { z } from 'zod'
import { agentName } from './agent.ts'
import { patternId } from './id.ts'
import { programTest } from './run.ts'

const MOST_CODE = 200_000
const MOST_QUERY = 4000
const MOST_TASK = 20_000
const MOST_TESTS = 50
/** Patterns in one import. */
const MOST_IMPORTED = 1000

const code = z
  .string()
  .max(MOST_CODE)
  .refine((text) => text.trim() !== '', 'is empty')
const language = z.string().min(1).max(40)
const task = z.string().max(MOST_TASK)
/** Without its name in the document: answers describe their parts in place. */
const test = z.strictObject(programTest.shape)
const tests = z.array(test).max(MOST_TESTS)

/** A program that worked, and the evidence for it. */
export const codePattern = z.object({
  id: patternId,
  language: z.string(),
  code: z.string(),
  task: z.string().optional().describe('What it is for: the task of the request, or as it was given'),
  tests: z.array(test).optional().describe('Tests of the request that it passed'),
  source: z.enum(['run', 'given']).describe('run: it ended well here; given: a caller stored it, and nothing was run'),
  agent: agentName.optional().describe('The agent whose run taught it'),
  worked: z.int().describe('Runs in which it, or a copy with other names, ended well'),
  runs: z.array(z.string()).describe('The last of these runs, the newest first'),
  createdAt: z.number(),
  changedAt: z.number(),
})
export type CodePattern = z.infer<typeof codePattern>

export const patternRequest = z
  .strictObject({ code, language, task: task.optional(), tests: tests.optional() })
  .meta({ id: 'CodePatternRequest' })
export type PatternRequest = z.infer<typeof patternRequest>

export const memorySearch = z
  .strictObject({
    query: z.string().trim().min(1).max(MOST_QUERY).optional().describe('Words, or the name of a function'),
    code: code.optional().describe('Code that is to be like it'),
    language: language.optional(),
    limit: z.int().min(1).max(100).optional().describe('10 unless it is told'),
    threshold: z.number().min(0).max(1).optional().describe('Only patterns with at least this score'),
    agent: agentName.optional().describe('Only programs that runs of this agent taught'),
    user: z.string().min(1).max(200).optional().describe('The user whose agent it is and who shared it with you'),
  })
  .refine(({ query, code: known }) => (query === undefined) !== (known === undefined), {
    message: 'needs exactly one of "query" and "code"',
  })
  .refine(({ agent, user }) => user === undefined || agent !== undefined, {
    message: 'needs the "agent" of that user',
  })
  .meta({ id: 'MemorySearch' })
export type MemorySearch = z.infer<typeof memorySearch>

export const foundPattern = codePattern.extend({
  score: z
    .number()
    .describe(
      'From 0 to 1. With `query` the share of its words, by weight, that the pattern has; with `code` the share that is the same',
    ),
})
export type FoundPattern = z.infer<typeof foundPattern>

export const memoryFound = z.object({ patterns: z.array(foundPattern).describe('The best first') })
export const patternList = z.object({ patterns: z.array(codePattern).describe('The newest first') })
export const patternImport = z.strictObject({
  patterns: z
    .array(patternRequest.extend({ id: z.string().optional() }).loose())
    .min(1)
    .max(MOST_IMPORTED),
})
export const imported = z.object({ added: z.int(), joined: z.int().describe('Copies of patterns that were known') })
export const forgotten = z.object({ forgotten: z.int() })

/** The better of two similar programs, and what it does differently. */
export const patternSuggestion = z.object({
  pattern: foundPattern,
  diff: z.string().describe('From the code of the question to the pattern, as a unified diff'),
  reasons: z.array(z.string()).describe('Why the pattern may be the better one'),
})
export const patternSuggestions = z.object({ suggestions: z.array(patternSuggestion) })
export type PatternSuggestion = z.infer<typeof patternSuggestion>

const counted = z.object({ name: z.string(), count: z.int() })
/** Programs, words and failures that recur in a memory. */
export const memoryAnalysis = z.object({
  patterns: z.int(),
  byLanguage: z.array(counted),
  recurring: z.array(codePattern).describe('Those that worked most often'),
  words: z.array(counted).describe('Words that the most patterns share'),
  repairs: z
    .array(
      z.object({ language: z.string(), fingerprint: z.string(), failure: z.string(), won: z.int(), lost: z.int() }),
    )
    .describe('Failures that came again, and how often a known repair helped'),
})
export type MemoryAnalysis = z.infer<typeof memoryAnalysis>
