import { z } from 'zod'
import { agentName } from './agent.ts'
import { analysis } from './analysis.ts'
import { atMost } from './at-most.ts'
import { attemptState } from './attempt-state.ts'
import { detectedBlock } from './detect.ts'
import { attemptError, programError } from './diagnosis.ts'
import { guardReport, judgedFinding } from './guard.ts'
import { endedBy } from './limits.ts'
import { measured, spent } from './measure.ts'
import { runPackage } from './package.ts'
import { fileLeftOut, runFile } from './run-file.ts'
import { runOptions } from './run-options.ts'
import { servedResult } from './served-result.ts'
import { similarCode } from './similar-code.ts'
import { staysInside } from './stays-inside.ts'
import { assumption, confidence, suggestion } from './suggestion.ts'
import { testReport } from './test-report.ts'
import { webhookRequest } from './webhook.ts'

const MAX_PATH = 1024
const filePath = z
  .string()
  .min(1)
  .max(MAX_PATH)
  .refine(staysInside, 'must be a relative path that stays inside the workspace')

const MAX_FILES = 200

function noFileIsADirectory(files: Record<string, unknown>): boolean {
  // In this order the first path below another path follows it directly.
  const paths = Object.keys(files)
    .map((path) => `${path}/`)
    .sort()
  return paths.every((path, index) => !paths[index + 1]?.startsWith(path))
}

const MAX_ARGUMENTS = 100
const MAX_ARGUMENT = 32_768
const isArgument = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
const programArguments = atMost(
  MAX_ARGUMENTS,
  z.array(z.string().max(MAX_ARGUMENT).refine(isArgument, 'must be text without NUL')).max(MAX_ARGUMENTS),
)

const fileContent = z.union([z.string(), z.strictObject({ base64: z.base64().describe('Bytes that are not text') })])

/** Zod drops this name from a record silently, and the file would be missing. */
const refuseHiddenName = (value: unknown, context: z.RefinementCtx): unknown => {
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__'))
    context.addIssue({ code: 'custom', path: ['__proto__'], message: 'cannot be the name of a file; choose another' })
  return value
}

const workspaceFiles = atMost(
  MAX_FILES,
  z.preprocess(
    refuseHiddenName,
    z
      .record(filePath, fileContent)
      .refine(noFileIsADirectory, 'must not use one path both as a file and as a directory'),
  ) as unknown as z.ZodType<Record<string, z.infer<typeof fileContent>>>,
).describe('Files laid into the workspace before the program starts')

const MAX_PROGRAMS = 100
const MAX_PACKAGES = 50

/** One program and the options of its own. */
export const program = z
  .strictObject({
    code: z.string().refine((code) => code.trim() !== '', 'has nothing to run: it is empty'),
    language: z.string().max(40).optional().describe('By name or alias'),
    fileName: z.string().max(255).optional().describe('Name whose ending tells the language'),
    input: z.string().optional().describe('What it reads from standard input, instead of the input of all'),
    files: workspaceFiles.optional().describe('Files for it alone, beside those of all'),
  })
  .meta({ id: 'Program' })
export type Program = z.infer<typeof program>

const MAX_TESTS = 50
const MAX_TASK = 20_000
const MAX_ERROR = 200_000

/** One test that the program has to pass. */
export const programTest = z
  .strictObject({
    name: z.string().max(200).optional(),
    input: z.string().optional().describe('Standard input, instead of that of the request'),
    args: programArguments.optional(),
    code: z.string().optional().describe('Put behind the program, in its language: assertions about what it defines'),
    stdout: z.string().optional().describe('What it has to print, apart from white space at the end'),
  })
  .meta({ id: 'ProgramTest' })
export type ProgramTest = z.infer<typeof programTest>

export const runRequest = z
  .strictObject({
    text: z.string().optional().describe('An answer in prose; the code in it is found and run'),
    code: z.string().optional().describe('One program'),
    programs: atMost(MAX_PROGRAMS, z.array(program).min(1).max(MAX_PROGRAMS))
      .optional()
      .describe('Several programs, each in a sandbox of its own'),
    language: z.string().max(40).optional().describe('Language of `code`, by name or alias'),
    fileName: z.string().max(255).optional().describe('Name whose ending tells the language of `code`'),
    input: z.string().optional().describe('What the program reads from standard input'),
    args: programArguments.optional().describe('Arguments of the program'),
    files: workspaceFiles.optional(),
    tests: atMost(MAX_TESTS, z.array(programTest).max(MAX_TESTS))
      .optional()
      .describe('What a repair has to pass, beside running well; the program as it came has to pass them too'),
    error: z
      .string()
      .max(MAX_ERROR)
      .optional()
      .describe('What the program wrote when it failed elsewhere: it is not run first, the repair begins from this'),
    task: z.string().max(MAX_TASK).optional().describe('What the program is meant to do, for a model that repairs it'),
    session: z.string().max(64).optional().describe('The session it works in: its variables and files are there'),
    agent: agentName
      .optional()
      .describe('The agent of yours that it is for: its lessons are used, and it counts for its record'),
    packages: atMost(MAX_PACKAGES, z.array(runPackage).max(MAX_PACKAGES))
      .optional()
      .describe('Packages it needs, by name (npm:NAME for npm); the run is refused unless they are there or allowed'),
    options: runOptions.optional(),
    webhook: webhookRequest.optional().describe('Tells an address when the run has ended'),
    background: z
      .boolean()
      .optional()
      .describe(
        'Answer with the id at once: the run goes on without a reader, to be followed, waited for or cancelled',
      ),
  })
  .refine(({ text, code, programs }) => [text, code, programs].filter((each) => each !== undefined).length === 1, {
    message: 'needs exactly one of "text", "code" and "programs"',
  })
  .refine(({ text, code, programs }) => programs !== undefined || (text ?? code ?? '').trim() !== '', {
    message: 'has nothing to run: the text is empty',
  })
  .refine(({ code, tests, error }) => code !== undefined || (tests ?? error) === undefined, {
    message: 'has "tests" or "error", which go with "code"',
  })
  .refine(({ programs, language, fileName }) => programs === undefined || (language ?? fileName) === undefined, {
    message: 'has "programs": "language" and "fileName" stand in each of them',
  })
  .refine(({ programs = [], files }) => programs.every((each) => noFileIsADirectory({ ...files, ...each.files })), {
    message: 'has a program whose files use a path of "files" both as a file and as a directory',
  })
  .meta({ id: 'RunRequest' })
export type RunRequest = z.infer<typeof runRequest>

export const outcome = z.enum(['ok', 'failed', 'blocked', 'cancelled', 'error', 'nothing-to-run'])
export type Outcome = z.infer<typeof outcome>

/** A value that code showed: the value of its last line, a table, a picture. */
export const shownValue = z.object({
  isResult: z.boolean().describe('Whether it is the value of the code itself'),
  data: z.record(z.string(), z.unknown()).describe('By MIME type: text as text, pictures as base64'),
  metadata: z.record(z.string(), z.unknown()),
})
export type ShownValue = z.infer<typeof shownValue>

/** The result of one execution, apart from its output. */
export const executionEnd = z.object({
  endedBy,
  exitCode: z.int().nullable().describe('Null when the program did not exit by itself'),
  signal: z.string().nullable(),
  durationMs: z.number(),
  compileMs: z.number().optional().describe('How much of it was spent compiling; absent where nothing is compiled'),
  waitMs: z.number().describe('Time spent waiting for a free sandbox; never charged to the program'),
  startMs: z.number().optional().describe('Time until the sandbox stood ready; absent when none did'),
  start: z.enum(['warm', 'cold']).optional().describe('Whether the sandbox was waiting already, or had to be made'),
  sandbox: z
    .object({ provider: z.string(), limitsBy: z.enum(['cgroup-v2', 'cgroup-v1', 'container', 'rlimits']) })
    .optional()
    .describe('What ran it, and what holds its limits; absent when nothing ran'),
  invalidUtf8: z.boolean().describe('True when bytes that are not UTF-8 were replaced in the output'),
  error: programError.optional(),
  ...servedResult.shape,
  spent: spent.optional().describe('The resources it used, when `options.performance` asks for them'),
})
export type ExecutionEnd = z.infer<typeof executionEnd>

/** A change that was considered before an attempt, and its result. */
export const triedCandidate = z.object({
  strategy: z.string(),
  why: z.string(),
  outcome: z
    .enum(['chosen', 'clean', 'failed', 'refused', 'unparsed', 'untried'])
    .describe('clean: it ran well, but a better one did too; untried: enough others were'),
  detail: z.string().optional().describe('Why it was refused, or the error it ended with'),
  assumption,
})
export type TriedCandidate = z.infer<typeof triedCandidate>

/** The result of one of the request's tests. */
export const testEnd = z.object({
  name: z.string(),
  passed: z.boolean(),
  detail: z.string().optional().describe('The expected output, or its end, when it did not pass'),
  durationMs: z.number(),
})
export type TestEnd = z.infer<typeof testEnd>

export const stopReason = z.enum([
  'same-error',
  'unrecoverable',
  'nothing-applicable',
  'suggested',
  'attempts',
  'budget',
  'off',
])
export type StopReason = z.infer<typeof stopReason>

/** The reason why a failed block was not tried again. */
export const stopped = z.object({
  reason: stopReason,
  text: z.string(),
  tried: z.array(triedCandidate).optional().describe('Changes that were looked at in vain'),
})
export type Stopped = z.infer<typeof stopped>

export const attempt = z.object({
  n: z.int(),
  code: z.string(),
  diff: z.string().optional().describe('The change since the attempt before, as a unified diff'),
  strategy: z.string().optional().describe('The author of the change: a rule by its id, or `model`'),
  why: z.string().optional().describe('The change in plain words'),
  assumption,
  confidence: confidence.optional(),
  tried: z.array(triedCandidate).optional().describe('Every change that was looked at, the best first'),
  stdout: z.string(),
  stderr: z.string(),
  stdoutBase64: z.string().optional().describe('The bytes of stdout, where its text has replaced what is no UTF-8'),
  stderrBase64: z.string().optional().describe('The bytes of stderr, where its text has replaced what is no UTF-8'),
  results: z.array(shownValue).describe('Values, tables and pictures that were shown'),
  files: z.array(runFile).optional().describe('Files that it wrote; absent when it wrote none, and in a session'),
  filesLeftOut: z.array(fileLeftOut).optional().describe('Files that it wrote and that are not kept, with the reason'),
  tests: z.array(testEnd).optional().describe("The request's tests, when the program ended well"),
  ...executionEnd.partial().shape,
  error: attemptError.optional(),
  state: attemptState.optional().describe('The fate of its changes, when it ran in a session'),
})
export type Attempt = z.infer<typeof attempt>

export const runBlock = z.object({
  ...detectedBlock.shape,
  attempts: z.array(attempt),
  findings: z.array(judgedFinding).describe('Dangers in the last program that was looked at, the worst first'),
  guard: guardReport
    .pick({ score: true, safe: true, partial: true, unread: true, leftOut: true, sanitized: true })
    .optional(),
  analysis: analysis.optional(),
  performance: measured.optional(),
  tests: testReport.optional(),
  similar: z
    .array(similarCode)
    .optional()
    .describe('Programs of yours that worked and are like it, the most alike first'),
  outcome: outcome.optional().describe('Absent while it goes on, and for a block that is not run'),
  finalCode: z.string().optional().describe('The program that ran well; the one that came when none did'),
  stopped: stopped.optional(),
  suggestion: suggestion.optional(),
  explanation: z.string().optional().describe('The failure and the change, in plain words'),
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
    session: z
      .string()
      .nullable()
      .describe('The session it worked in, named as in the request; `sessionId` is the same'),
    blocks: z.array(runBlock),
    files: z.array(runFile).describe('Files that the last attempt of each block wrote; of equal paths the last'),
    finalCode: z.string().optional(),
    error: errorInfo.optional(),
    timings,
  })
  .meta({ id: 'RunResult' })
export type RunResult = z.infer<typeof runResult>
