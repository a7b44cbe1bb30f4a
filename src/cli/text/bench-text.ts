import type { BenchReport, BenchRow, BenchSection, MachineFacts } from '../../contract/bench.ts'
import { wrapTo } from './display-width.ts'
import { createPaint, type Screen } from './screen.ts'
import { type Column, tableText } from './table.ts'
import { visibleText } from './visible-text.ts'

type Look = Omit<Screen, 'write' | 'rows'>

/** The host and the rounds of the measurement. */
export function machineText({ version, machine, rounds }: Omit<BenchReport, 'sections'>, screen: Look): string {
  const paint = createPaint(screen)
  const { cpu, cores, memoryGb, kernel, node, sandbox, limitsBy, loadAtStart } = machine
  const hardware = [cpu, `${cores} cores`, `${memoryGb} GB`, `load ${loadAtStart}`]
  const software = [`Linux ${kernel}`, `Node ${node}`, `sandbox ${sandbox} (${limitsBy})`, `${rounds} rounds`]
  const lines = [
    paint('bold', `Anneal ${version}`),
    ...[hardware, software].flatMap((facts) => factLines(facts, screen.columns)).map((line) => paint('dim', line)),
    ...(isBusy(machine) ? [paint('yellow', '! This machine was busy already: only the ratios say something.')] : []),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

export function sectionText(section: BenchSection, screen: Look): string {
  const title = createPaint(screen)('bold', section.title)
  return `\n${title}\n${tableText(section.rows, columnsOf(section), screen)}`
}

/** The measurements that are missing, and how to read the rest. */
export function notesText({ missing }: Pick<BenchReport, 'missing'>, screen: Look): string {
  const paint = createPaint(screen)
  const notes = [...missing.map(({ what, reason }) => `Not measured: ${what} (${reason}).`), ...READING]
  const lines = notes.flatMap((note) => wrapTo(visibleText(note), Math.min(screen.columns, MOST_COLUMNS)))
  return `\n${lines.map((line) => `${paint('dim', line)}\n`).join('')}`
}

const MOST_COLUMNS = 100
const READING = [
  'Ways take turns within one run, so trust the ratios more than the milliseconds, and p50 more than p95.',
  'What each number means, and how to repeat it: docs/reference/benchmarks.md',
]

/** Breaks lines between facts, never within one. */
function factLines(facts: string[], columns: number): string[] {
  const glue = '\u00a0'
  const words = facts.map((fact, index) => fact.replaceAll(' ', glue) + (index < facts.length - 1 ? `${glue}·` : ''))
  return wrapTo(words.join(' '), columns).map((line) => line.replaceAll(glue, ' '))
}

/** From this load on the measured work waits for other work. */
const isBusy = ({ loadAtStart, cores }: MachineFacts): boolean => loadAtStart > cores * 0.75

function columnsOf({ against, rows }: BenchSection): Column<BenchRow>[] {
  const unit = rows[0]?.unit ?? 'ms'
  const isRate = rows.some(({ perSecond }) => perSecond !== undefined)
  const right = (title: string, value: (row: BenchRow) => number | null | undefined): Column<BenchRow> => ({
    title,
    text: (row) => figure(value(row)),
    align: 'right',
  })
  const least = [right(`MIN ${unit}`, ({ min }) => min)]
  const rates = [right('SANDBOXES/s', ({ perSecond }) => perSecond), right('CPU ms EACH', ({ cpuMs }) => cpuMs)]
  // The rows with one number of sandboxes at once stand together: only the first of them names it.
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

/** Three significant digits: 0.34, 5.02, 41.3, 276. */
function figure(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–'
  const size = Math.abs(value)
  return value.toFixed(size < 9.995 ? 2 : size < 99.95 ? 1 : 0)
}

const ratioText = (ratio: number | null): string => (ratio === null ? '–' : figure(ratio))
