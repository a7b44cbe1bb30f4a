import type { TestReport } from '../../contract/test-report.ts'
import type { Paint } from './screen.ts'
import { durationText } from './time-text.ts'
import { visibleText } from './visible-text.ts'
import { wrapText } from './wrap-text.ts'

const MOST_SHOWN = 10

/** The results of tests, for people: failures first, then covered and uncovered lines. */
export function testLines(report: TestReport, { paint, width }: { paint: Paint; width: number }): string[] {
  const { cases, dropped, skipped } = report
  const told = (label: string, texts: string[]) => listed({ label, texts, paint, width })
  return [
    ...cases.filter(({ passed }) => !passed).flatMap((each) => failureLines(each, { paint, width })),
    headline(report, paint),
    ...told('missed', missedOf(report)),
    ...told('survived', survivorsOf(report)),
    ...told(
      'dropped',
      dropped.map(({ name, reason }) => `${name} (${reason})`),
    ),
    ...told(
      'skipped',
      skipped.map(({ function: name, reason }) => (name === '*' ? reason : `${name}: ${reason}`)),
    ),
  ]
}

function headline({ cases, coverage, mutation, durationMs }: TestReport, paint: Paint): string {
  const failed = cases.filter(({ passed }) => !passed).length
  const mark =
    cases.length === 0
      ? paint('yellow', '▪ no tests')
      : failed > 0
        ? paint('red', `✖ ${failed} of ${cases.length} tests fail`)
        : paint('green', `✔ ${cases.length} ${cases.length === 1 ? 'test passes' : 'tests pass'}`)
  const details = [
    coverage && `lines ${percent(coverage.lines)}`,
    coverage && coverage.branches.total > 0 && `branches ${percent(coverage.branches)}`,
    mutation && mutation.total > 0 && `${mutation.killed} of ${mutation.total} mutants noticed`,
    durationText(durationMs),
  ]
  return [mark, ...details.filter(Boolean).map((text) => paint('dim', String(text)))].join(paint('dim', ' · '))
}

const percent = ({ covered, total }: { covered: number; total: number }): string =>
  total === 0 ? '100 %' : `${Math.floor((covered / total) * 100)} %`

function failureLines(
  { name, detail = '', output }: TestReport['cases'][number],
  { paint, width }: { paint: Paint; width: number },
): string[] {
  const printed = (output ?? '').split('\n').filter((line) => line !== '')
  return [
    `${paint('red', '✖')} ${visibleText(name)}`,
    ...wrapText(visibleText(detail), width - 4).map((line) => `    ${line}`),
    ...printed.slice(0, MOST_SHOWN).map((line) => paint('dim', `    │ ${visibleText(line)}`)),
  ]
}

/** Neighbouring lines form one range: 14, 20-22. */
function missedOf({ coverage }: TestReport): string[] {
  const ranges: [number, number][] = []
  for (const line of coverage?.missing ?? []) {
    const last = ranges.at(-1)
    if (last && last[1] === line - 1) last[1] = line
    else ranges.push([line, line])
  }
  const texts = ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`))
  return texts.length === 0 ? [] : [`lines ${texts.join(', ')}`]
}

const survivorsOf = ({ mutation }: TestReport): string[] =>
  (mutation?.survivors ?? []).map(({ line, change }) => `line ${line}: ${change}`)

function listed(list: { label: string; texts: string[]; paint: Paint; width: number }): string[] {
  const { label, texts, paint, width } = list
  const shown = texts.slice(0, MOST_SHOWN)
  const more = texts.length - shown.length
  const lines = [...shown, ...(more > 0 ? [`… and ${more} more`] : [])].flatMap((text) =>
    wrapText(visibleText(text), width - 12),
  )
  return lines.map((line, index) => `  ${paint('dim', (index === 0 ? label : '').padEnd(10))}${line}`)
}
