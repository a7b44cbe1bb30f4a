import { distributionOf } from '../../src/bench/distribution.ts'
import type { ForeignResult, ForeignVerdict } from './foreign-measure.ts'
import { wilson } from './wilson.ts'

/** One row for each kind of failure, with intervals of 95 %. */
export function foreignTable(results: ForeignResult[]): string {
  const failed = results.filter(({ verdict }) => verdict !== 'fine')
  const kinds = [...Map.groupBy(failed, (one) => `${one.case.language}, ${one.case.kind}`)]
  const rows = [...kinds, ['all', failed] as const].map(([name, list]) => rowOf(name, list))
  const head = ['', 'cases', 'passes hidden tests', 'said fixed, is not', 'suggested (right)', 'left', 'ms, p50', 'p95']
  const table = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  const fine = results.length - failed.length
  return [
    ...table.map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('   ')
        .trimEnd(),
    ),
    ...(fine > 0 ? [`${fine} more did not fail as they came, and are not counted`] : []),
  ].join('\n')
}

function rowOf(name: string, list: readonly ForeignResult[]): string[] {
  const count = (...verdicts: ForeignVerdict[]) => list.filter(({ verdict }) => verdicts.includes(verdict)).length
  const share = (many: number) => {
    const [low, high] = wilson(many, list.length).map((bound) => (100 * bound).toFixed(1))
    return `${many} = ${((100 * many) / list.length).toFixed(1)} % (${low}–${high})`
  }
  const suggested = count('suggested well', 'suggested ill')
  const { p50Ms, p95Ms } = distributionOf(list.map(correctionMs))
  return [
    name,
    String(list.length),
    share(count('passed')),
    share(count('wrong')),
    `${suggested} (${count('suggested well')})`,
    String(count('left')),
    p50Ms.toFixed(0),
    p95Ms.toFixed(0),
  ]
}

/** How long the caller waited beside the program and its tests, as they came and as they ended. */
function correctionMs({ run: { blocks, timings } }: ForeignResult): number {
  const attempts = blocks.flatMap((block) => block.attempts)
  const ranMs = attempts.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0)
  return timings.totalMs - timings.waitMs - ranMs - (timings.stages.verify ?? 0)
}
