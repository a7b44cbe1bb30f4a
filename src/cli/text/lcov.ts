import type { TestReport } from '../../contract/test-report.ts'

/** The coverage of one program in lcov's format; nothing when none was measured. */
export function lcovOf({ coverage }: TestReport, path: string): string {
  if (!coverage) return ''
  const hits = Object.entries(coverage.hits)
    .map(([line, count]) => [Number(line), count] as const)
    .sort(([a], [b]) => a - b)
  return [
    'TN:',
    `SF:${path}`,
    ...hits.map(([line, count]) => `DA:${line},${count}`),
    `LF:${coverage.lines.total}`,
    `LH:${coverage.lines.covered}`,
    `BRF:${coverage.branches.total}`,
    `BRH:${coverage.branches.covered}`,
    'end_of_record',
    '',
  ].join('\n')
}
