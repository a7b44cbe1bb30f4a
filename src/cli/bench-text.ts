import type { BenchReport, BenchRow, BenchSection, MachineFacts } from '../contract/bench.ts'
import { wrapTo } from './display-width.ts'
import { createPaint, type Paint, type Screen } from './screen.ts'
import { type Column, tableText } from './table.ts'

/** A table for each section, the machine above, and below what could not be measured. */
export function benchText(report: BenchReport, screen: Omit<Screen, 'write'>): string {
  const paint = createPaint(screen)
  const tables = report.sections.map((section) => [
    paint('bold', section.title),
    '\n',
    tableText(section.rows, columnsOf(section), screen),
  ])
  const notes = [...missingLines(report), ...READING].flatMap((line) => wrapTo(line, Math.min(screen.columns, 100)))
  return [
    [...machineLines(report, paint), ''].join('\n'),
    ...tables.map((table) => table.join('')),
    notes.map((line) => `${paint('dim', line)}\n`).join(''),
  ].join('\n')
}

const READING = [
  'Ways take turns within one run, so trust the ratios more than the milliseconds, and p50 more than p95.',
  'What each number means, and how to repeat it: docs/guide/benchmarks.md',
]

function machineLines({ version, machine, rounds }: BenchReport, paint: Paint): string[] {
  const { cpu, cores, memoryGb, kernel, node, sandbox, limitsBy, loadAtStart } = machine
  return [
    `${paint('bold', `Anneal ${version}`)} · ${cpu} · ${cores} cores · ${memoryGb} GB · load ${loadAtStart}`,
    `Linux ${kernel} · Node ${node} · sandbox ${sandbox} · limits by ${limitsBy} · ${rounds} rounds`,
    ...(isBusy(machine) ? [paint('yellow', '! This machine was busy already: only the ratios say something.')] : []),
  ]
}

/** From here on what is measured waits for others. */
const isBusy = ({ loadAtStart, cores }: MachineFacts): boolean => loadAtStart > cores * 0.75

const missingLines = ({ missing }: BenchReport): string[] =>
  missing.map(({ what, reason }) => `Not measured: ${what} (${reason}).`)

function columnsOf({ against, rows }: BenchSection): Column<BenchRow>[] {
  const unit = rows[0]?.unit ?? 'ms'
  const isRate = rows.some(({ perSecond }) => perSecond !== undefined)
  const right = (title: string, value: (row: BenchRow) => number | null | undefined): Column<BenchRow> => ({
    title,
    text: (row) => figure(value(row)),
    align: 'right',
  })
  const least = [right(`MIN ${unit}`, ({ min }) => min)]
  const rates = [right('BOXES/s', ({ perSecond }) => perSecond), right('CPU ms/box', ({ cpuMs }) => cpuMs)]
  // Named once for all the ways that share it.
  const firstOf = (row: BenchRow) => rows.find(({ inFlight }) => inFlight === row.inFlight) === row
  const inFlight: Column<BenchRow> = {
    title: 'AT ONCE',
    text: (row) => (firstOf(row) ? String(row.inFlight) : ''),
    align: 'right',
  }
  return [
    ...(isRate ? [inFlight] : []),
    { title: 'WAY', text: ({ way }) => way, style: ({ way }) => (way === against ? 'dim' : undefined) },
    ...(isRate ? rates : least),
    right(`P50 ${unit}`, ({ p50 }) => p50),
    right(`P95 ${unit}`, ({ p95 }) => p95),
    { title: `× ${against}`, text: ({ ratio }) => ratioText(ratio), style: () => 'cyan', align: 'right' },
    { title: 'n', text: ({ n }) => String(n), style: () => 'dim', align: 'right' },
  ]
}

/** Three digits that count: 0.34, 5.02, 41.3, 276. */
function figure(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–'
  const size = Math.abs(value)
  return value.toFixed(size < 9.995 ? 2 : size < 99.95 ? 1 : 0)
}

const ratioText = (ratio: number | null): string => (ratio === null ? '–' : figure(ratio))
