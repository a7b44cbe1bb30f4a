import { describe, expect, it } from 'vitest'
import type { BenchReport } from '../../contract/bench.ts'
import { machineText, notesText, sectionText } from './bench-text.ts'

const times = { unit: 'ms', n: 40, min: 0.861, p50: 1.2345, p95: 12.345, max: 30, ratio: 1 } as const
const report: BenchReport = {
  version: '1.2.3',
  rounds: 40,
  machine: {
    date: '2026-11-15',
    cpu: 'Some CPU',
    cores: 2,
    memoryGb: 24,
    kernel: '6.18',
    node: 'v24.21.0',
    sandbox: 'jail',
    limitsBy: 'cgroup-v2',
    loadAtStart: 0.2,
  },
  sections: [
    {
      id: 'start',
      title: 'Start: until a fresh sandbox answers',
      against: 'floor (C)',
      rows: [
        { way: 'floor (C)', ...times },
        { way: 'cold sandbox', ...times, min: 99.96, p50: 123.4, p95: 200, ratio: 99.95 },
      ],
    },
    {
      id: 'throughput',
      title: 'Throughput',
      against: 'floor (C)',
      rows: [
        { way: 'floor (C)', ...times, inFlight: 1, perSecond: 750, cpuMs: 1.1 },
        { way: 'library', ...times, inFlight: 1, perSecond: 350.4, cpuMs: 2.2, ratio: 0.467 },
        { way: 'floor (C)', ...times, inFlight: 16, perSecond: 750, cpuMs: 1.1 },
      ],
    },
  ],
  missing: [{ what: 'podman run', reason: 'it is not installed' }],
}
const benchText = (told: BenchReport, look: typeof screen) =>
  [machineText(told, look), ...told.sections.map((section) => sectionText(section, look)), notesText(told, look)].join(
    '',
  )
const screen = { isTerminal: true, columns: 80, hasColours: false }

describe('the output of anneal bench', () => {
  it('is a table for each section, with three significant digits', () => {
    expect(benchText(report, screen)).toContain(`
Start: until a fresh sandbox answers
WAY           MIN ms  P50 ms  P95 ms  × floor (C)   n
floor (C)       0.86    1.23    12.3         1.00  40
cold sandbox     100     123     200          100  40
`)
  })

  it('names the number in flight once for all the ways that share it', () => {
    expect(benchText(report, screen)).toContain(`
AT ONCE  WAY        SANDBOXES/s  CPU ms EACH  P50 ms  P95 ms  × floor (C)   n
      1  floor (C)          750         1.10    1.23    12.3         1.00  40
         library            350         2.20    1.23    12.3         0.47  40
     16  floor (C)          750         1.10    1.23    12.3         1.00  40
`)
  })

  it('names missing measurements with the reason', () => {
    expect(benchText(report, screen)).toContain('Not measured: podman run (it is not installed).')
  })

  it('warns when the host was busy before', () => {
    const busy = { ...report, machine: { ...report.machine, loadAtStart: 1.6 } }
    expect(benchText(busy, screen)).toContain('busy')
    expect(benchText(report, screen)).not.toContain('busy')
  })

  it('fits a terminal of 80 columns', () => {
    const widths = benchText(report, screen)
      .split('\n')
      .map((line) => line.length)
    expect(Math.max(...widths)).toBeLessThanOrEqual(80)
  })
})
