import { z } from 'zod'
import { endedBy, limitsRequest } from './limits.ts'

const MAX_PATH = 1024
const filePath = z
  .string()
  .min(1)
  .max(MAX_PATH)
  .refine(staysInside, 'must be a relative path that stays inside the workspace')

/** Checked as text, once, before anything is written: no part may climb, be empty or hide a control character. */
function staysInside(path: string): boolean {
  if (/[\u0000-\u001f\u007f]/.test(path) || !path.isWellFormed()) return false
  const bytes = (part: string) => new TextEncoder().encode(part).length
  return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && bytes(part) <= 255)
}

const MAX_FILES = 200

function noFileIsADirectory(files: Record<string, unknown>): boolean {
  const paths = Object.keys(files)
  const directories = new Set(paths.flatMap((path) => parentsOf(path)))
  return !paths.some((path) => directories.has(path))
}

function parentsOf(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'))
}

const MAX_ARGUMENTS = 100
const MAX_ARGUMENT = 32_768
const isArgument = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

const fileContent = z.union([z.string(), z.strictObject({ base64: z.base64().describe('Bytes that are not text') })])

export const runOptions = z.strictObject({
  attempts: z.int().min(1).max(3).optional().describe('Executions at most, the first included'),
  analysis: z.boolean().optional(),
  tests: z.boolean().optional(),
  securityCheck: z.boolean().optional(),
  performance: z.boolean().optional(),
  parallel: z.boolean().optional(),
  limits: limitsRequest.optional(),
  network: z
    .strictObject({ allow: z.array(z.string()) })
    .optional()
    .describe('Hosts the program may reach; an empty list is none'),
})
export type RunOptions = z.infer<typeof runOptions>

export const runRequest = z
  .strictObject({
    text: z.string().optional().describe('An answer in prose; the code in it is found and run'),
    code: z.string().optional().describe('One program'),
    language: z.string().max(40).optional().describe('Language of `code`, by name or alias'),
    fileName: z.string().max(255).optional().describe('Name whose ending tells the language of `code`'),
    input: z.string().optional().describe('What the program reads from standard input'),
    args: z
      .array(z.string().max(MAX_ARGUMENT).refine(isArgument, 'must be text without NUL'))
      .max(MAX_ARGUMENTS)
      .optional()
      .describe('Arguments of the program'),
    files: z
      .record(filePath, fileContent)
      .refine((files) => Object.keys(files).length <= MAX_FILES, `must be at most ${MAX_FILES} files`)
      .refine(noFileIsADirectory, 'must not use one path both as a file and as a directory')
      .optional()
      .describe('Files laid into the workspace before the program starts'),
    session: z.string().max(64).optional(),
    options: runOptions.optional(),
  })
  .refine((request) => (request.text === undefined) !== (request.code === undefined), {
    message: 'needs exactly one of "text" and "code"',
  })
  .refine((request) => (request.text ?? request.code ?? '').trim() !== '', {
    message: 'has nothing to run: the text is empty',
  })
  .meta({ id: 'RunRequest' })
export type RunRequest = z.infer<typeof runRequest>

export const outcome = z.enum(['ok', 'failed', 'blocked', 'cancelled', 'error'])
export type Outcome = z.infer<typeof outcome>

export const detectRequest = z.strictObject({ text: z.string() }).meta({ id: 'DetectRequest' })

export const detectedBlock = z
  .object({
    language: z.string().nullable().describe('Null when no known language fits'),
    confidence: z.number().min(0).max(1),
    code: z.string(),
    start: z.int().describe('Offset of the block in the text'),
    end: z.int().describe('Offset behind the block'),
    line: z.int().describe('Line of the first line of code, from 1'),
    executable: z.boolean(),
    reason: z.string().describe('Why it is or is not run'),
    complexity: z.number().min(0).max(1),
  })
  .meta({ id: 'DetectedBlock' })
export type DetectedBlock = z.infer<typeof detectedBlock>

export const detectResult = z.object({ blocks: z.array(detectedBlock) }).meta({ id: 'DetectResult' })

/** An error of the user's program, as its interpreter told it. */
export const programError = z.object({
  type: z.string(),
  message: z.string(),
  line: z.int().optional(),
  column: z.int().optional(),
})
export type ProgramError = z.infer<typeof programError>

/** What one execution came to, apart from what it printed. */
export const executionEnd = z.object({
  endedBy,
  exitCode: z.int().nullable().describe('Null when the program did not exit by itself'),
  signal: z.string().nullable(),
  durationMs: z.number(),
  compileMs: z.number().optional().describe('How much of it was spent compiling; absent where nothing is compiled'),
  waitMs: z.number().describe('Time spent waiting for a free sandbox; never charged to the program'),
  sandbox: z
    .object({ provider: z.string(), limitsBy: z.enum(['cgroup-v2', 'cgroup-v1', 'container', 'rlimits']) })
    .optional()
    .describe('What ran it, and what holds its limits; absent when nothing ran'),
  invalidUtf8: z.boolean().describe('True when bytes that are not UTF-8 were replaced in the output'),
  error: programError.optional(),
})
export type ExecutionEnd = z.infer<typeof executionEnd>

export const attempt = z.object({
  n: z.int(),
  code: z.string(),
  diff: z.string().optional(),
  strategy: z.string().optional(),
  stdout: z.string(),
  stderr: z.string(),
  results: z.array(z.unknown()),
  ...executionEnd.partial().shape,
})
export type Attempt = z.infer<typeof attempt>

export const runBlock = z.object({
  ...detectedBlock.shape,
  attempts: z.array(attempt),
  findings: z.array(z.unknown()),
})
export type RunBlock = z.infer<typeof runBlock>

export const errorInfo = z.object({ code: z.string(), message: z.string(), hint: z.string(), retry: z.boolean() })
export type ErrorInfo = z.infer<typeof errorInfo>

export const timings = z.object({
  totalMs: z.number(),
  waitMs: z.number(),
  stages: z.record(z.string(), z.number()),
})

export const runResult = z
  .object({
    runId: z.string(),
    sessionId: z.string().nullable(),
    state: z.enum(['running', 'ended']),
    outcome: outcome.nullable().describe('Null while the run goes on'),
    startedAt: z.number(),
    blocks: z.array(runBlock),
    finalCode: z.string().optional(),
    error: errorInfo.optional(),
    timings,
  })
  .meta({ id: 'RunResult' })
export type RunResult = z.infer<typeof runResult>
