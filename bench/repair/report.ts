import { distributionOf } from '../../src/bench/distribution.ts'
import type { Measured, MeasuredControl, Verdict } from './measure.ts'

export interface Row {
  name: string
  cases: number
  repaired: number
  wrong: number
  suggested: number
  unrepaired: number
  /** Mean over the repaired cases. */
  attempts: number
  engineP50Ms: number
  engineP95Ms: number
  totalP50Ms: number
  totalP95Ms: number
}

/** Rows per class, then totals: mechanical classes and others, one fault and two. */
export function reportOf(measured: Measured[]): { classes: Row[]; totals: Row[] } {
  const singles = measured.filter((one) => one.case.classes.length === 1)
  const doubles = measured.filter((one) => one.case.classes.length === 2)
  const byClass = Map.groupBy(singles, (one) => `${one.case.program.language} ${one.case.classes[0]}`)
  const byLanguage = [...Map.groupBy(measured, (one) => one.case.program.language).keys()]
  const sums = byLanguage.flatMap((language) => {
    const own = (list: Measured[]) => list.filter((one) => one.case.program.language === language)
    return [
      rowOf(
        `${language}, mechanical`,
        own(singles).filter((one) => one.case.isMechanical),
      ),
      rowOf(
        `${language}, not mechanical`,
        own(singles).filter((one) => !one.case.isMechanical),
      ),
      rowOf(`${language}, two faults`, own(doubles)),
    ]
  })
  return {
    classes: [...byClass].map(([name, list]) => rowOf(name + (list[0]?.case.isMechanical ? '' : ' *'), list)),
    totals: [...sums, rowOf('all', measured)].filter(({ cases }) => cases > 0),
  }
}

function rowOf(name: string, list: Measured[]): Row {
  const count = (verdict: Verdict) => list.filter((one) => one.verdict === verdict).length
  const repaired = list.filter((one) => one.verdict === 'repaired')
  const engine = distributionOf(repaired.map((one) => one.engineMs))
  const total = distributionOf(repaired.map((one) => one.totalMs))
  return {
    name,
    cases: list.length,
    repaired: repaired.length,
    wrong: count('wrong'),
    suggested: count('suggested'),
    unrepaired: count('unrepaired'),
    attempts: repaired.reduce((sum, one) => sum + one.attempts, 0) / repaired.length,
    engineP50Ms: engine.p50Ms,
    engineP95Ms: engine.p95Ms,
    totalP50Ms: total.p50Ms,
    totalP95Ms: total.p95Ms,
  }
}

const HEAD = ['cases', 'repaired', 'wrong', 'told', 'not', 'share', 'attempts', 'engine p50', 'p95', 'total p50', 'p95']

export function tableOf(rows: Row[]): string {
  const width = Math.max(10, ...rows.map(({ name }) => name.length)) + 1
  const shown = (value: number, digits: number) => (Number.isFinite(value) ? value.toFixed(digits) : '-')
  const line = (name: string, cells: string[]) =>
    name.padEnd(width) + cells.map((cell, index) => cell.padStart((HEAD[index] ?? '').length < 6 ? 8 : 11)).join('')
  return [
    line('', HEAD),
    ...rows.map((row) =>
      line(row.name, [
        ...[row.cases, row.repaired, row.wrong, row.suggested, row.unrepaired].map(String),
        `${shown((100 * row.repaired) / row.cases, 0)} %`,
        shown(row.attempts, 1),
        ...[row.engineP50Ms, row.engineP95Ms, row.totalP50Ms, row.totalP95Ms].map((ms) => shown(ms, 0)),
      ]),
    ),
  ].join('\n')
}

export function controlsText(measured: MeasuredControl[]): string {
  const troubled = measured.filter(({ trouble }) => trouble !== undefined)
  const lines = troubled.map(({ control, trouble }) => `  ${control.id}: ${trouble}`)
  return [`controls: ${measured.length - troubled.length} of ${measured.length} left alone`, ...lines].join('\n')
}
