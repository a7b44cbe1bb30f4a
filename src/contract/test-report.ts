import { z } from 'zod'
import { atMost } from './at-most.ts'
import { limitsRequest } from './limits.ts'

export const testKind = z.enum(['unit', 'edge', 'property', 'integration', 'performance'])
export type TestKind = z.infer<typeof testKind>

/** The result of one case of a test file. */
export const testCase = z.object({
  name: z.string(),
  kind: testKind.or(z.literal('own')).describe('own: given with the request'),
  function: z.string().optional().describe('The function it is about'),
  from: z.enum(['observed', 'doctest', 'property', 'model', 'request']),
  passed: z.boolean(),
  detail: z.string().optional().describe('Why it did not pass'),
  output: z.string().optional().describe('The output of the case'),
  durationMs: z.number(),
})
export type TestCase = z.infer<typeof testCase>

const share = z.object({ covered: z.int(), total: z.int() })

export const testCoverage = z.object({
  lines: share,
  branches: share,
  missing: z.array(z.int()).describe('Lines that no test reaches'),
  hits: z.record(z.string(), z.int()).describe('How often each line that can run was run'),
})
export type TestCoverage = z.infer<typeof testCoverage>

/** Small faults put into the program: a good test notices them. */
export const mutationScore = z.object({
  killed: z.int(),
  total: z.int(),
  survivors: z.array(z.object({ line: z.int(), change: z.string() })),
  leftOut: z.int().describe('Mutants for which there was no time'),
})
export type MutationScore = z.infer<typeof mutationScore>

export const testFile = z.object({ name: z.string().max(255), content: z.string() })
export type TestFile = z.infer<typeof testFile>

export const testReport = z
  .object({
    language: z.string(),
    framework: z.string().describe('The runner of the file: `unittest`, `node:test`'),
    file: testFile.describe('A test file to keep'),
    cases: z.array(testCase),
    coverage: testCoverage.optional(),
    mutation: mutationScore.optional(),
    dropped: z.array(z.object({ name: z.string(), reason: z.enum(['flaky', 'redundant', 'failing', 'slow']) })),
    skipped: z
      .array(z.object({ function: z.string(), reason: z.string() }))
      .describe('Functions without tests, and why'),
    durationMs: z.number(),
  })
  .meta({ id: 'TestReport' })
export type TestReport = z.infer<typeof testReport>

const MAX_TEST_FILES = 20
const MAX_NAMES = 1000

export const testOptions = z.strictObject({
  kinds: atMost(MAX_NAMES, z.array(testKind).min(1)).optional().describe('All but performance, unless it is told'),
  functions: atMost(MAX_NAMES, z.array(z.string().max(200)))
    .optional()
    .describe('Only these; all that can be called, unless it is told'),
  mutation: z.boolean().optional().describe('Whether small faults are tried on the tests; so unless it is told'),
  files: atMost(MAX_TEST_FILES, z.record(z.string().max(255), z.string()))
    .optional()
    .describe('Test files of your own, run first'),
  generate: z.boolean().optional().describe('Whether tests are made beside those of your own; so unless it is told'),
  model: z.boolean().optional().describe('Whether the model is asked for cases, where one is configured'),
  budgetMs: z.int().min(1000).max(300_000).optional().describe('Longest the tests may take together, 30 s by default'),
})
export type TestOptions = z.infer<typeof testOptions>

const program = {
  code: z.string().refine((code) => code.trim() !== '', 'has nothing to test: it is empty'),
  language: z.string().max(40).optional().describe('By name or alias'),
  fileName: z
    .string()
    .max(255)
    .regex(/^[\w.-]+$/, 'must be a file name of letters, digits, dots, dashes and underscores')
    .optional()
    .describe('Name of the file: its ending tells the language, and tests import the program by it'),
  limits: limitsRequest.optional(),
}

export const testRequest = z.strictObject({ ...program, ...testOptions.shape }).meta({ id: 'TestRequest' })
export type TestRequest = z.infer<typeof testRequest>

export const optimizeRequest = z.strictObject({ ...program, tests: testFile }).meta({ id: 'OptimizeTestsRequest' })
export type OptimizeRequest = z.infer<typeof optimizeRequest>
