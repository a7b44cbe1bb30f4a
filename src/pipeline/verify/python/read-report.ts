import { z } from 'zod'
import { mutationScore, type TestReport, testCase, testCoverage, testReport } from '../../../contract/test-report.ts'

/** Must equal the mark in `inside/main.py`. */
const MARK = 'ANNEAL-TESTS '

const nullable = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined)

/** The report as Python writes it: absent values are null there. */
const sandboxReport = z.object({
  ...testReport.pick({ file: true, dropped: true, skipped: true }).shape,
  cases: z.array(
    testCase.extend({
      function: nullable(z.string()),
      detail: nullable(z.string()),
      output: nullable(z.string()),
    }),
  ),
  coverage: nullable(testCoverage),
  mutation: nullable(mutationScore),
})

export type SandboxReport = Pick<TestReport, 'file' | 'cases' | 'coverage' | 'mutation' | 'dropped' | 'skipped'>

/** The last marked line; undefined when there is none, or when it was cut or tampered with. */
export function readReport(printed: string): SandboxReport | undefined {
  const line = printed.split('\n').findLast((each) => each.startsWith(MARK))
  if (line === undefined) return undefined
  try {
    const { data } = sandboxReport.safeParse(JSON.parse(line.slice(MARK.length)))
    return data && (withoutUndefined(data) as SandboxReport)
  } catch {
    return undefined
  }
}

/** Leaves out keys without a value, in the report and in its cases. */
function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return Object.fromEntries(entries.map(([key, inner]) => [key, withoutUndefined(inner)]))
}
