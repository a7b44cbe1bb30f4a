import type { BenchRow, BenchSection } from '../contract/bench.ts'
import { type Distribution, distributionOf } from './distribution.ts'
import { keepInFlight } from './keep-in-flight.ts'
import type { Parts } from './open-parts.ts'
import { type BenchProgram, findPrograms } from './programs.ts'
import { assertPrinted } from './run-section.ts'

const LEVELS = [1, 2, 4, 16]
/** A single user may not have all sandboxes at once. */
const USERS = 100
const WARM_UP_MS = 300
const DURATION_MS = 1500

/** Measures fresh sandboxes per second at this concurrency, each with a line of Python in it. */
export async function* measureThroughput(parts: Parts): AsyncGenerator<BenchSection> {
  const [program] = await findPrograms()
  if (!program) return
  const paces = await pacesOf(parts, program)
  const against = Object.keys(paces)[0] ?? ''
  const rows: BenchRow[] = []
  for (const inFlight of LEVELS) {
    const level: BenchRow[] = []
    for (const [way, pace] of Object.entries(paces)) level.push(await rowOf(parts, { way, inFlight, pace }))
    const best = level[0]?.perSecond ?? Number.NaN
    rows.push(...level.map((row) => ({ ...row, ratio: (row.perSecond ?? Number.NaN) / best })))
  }
  yield { id: 'throughput', title: 'Throughput: fresh sandboxes with a line of Python', against, rows }
}

type Pace = (inFlight: number, durationMs: number) => Promise<Distribution & { perSecond: number }>

async function pacesOf(parts: Parts, program: BenchProgram): Promise<Record<string, Pace>> {
  const { engine, sandboxes, bare, floor, signal } = parts
  const { language, code, warm } = program
  const request = { code, language: language.id }
  const isWarm = await sandboxes.isWarm(warm)
  let runs = 0
  const library = async () =>
    assertPrinted(await (await engine.run(request, { userId: `bench${runs++ % USERS}`, signal })).result)
  return {
    ...(floor && { 'floor (C)': floor.rate }),
    ...(bare && { 'bare bwrap': paceOf(() => bare.run(program)) }),
    ...(isWarm
      ? { 'warm sandbox': paceOf(() => sandboxes.run(program, warm)) }
      : { 'cold sandbox': paceOf(() => sandboxes.run(program)) }),
    library: paceOf(library),
  }
}

const paceOf =
  (work: () => Promise<unknown>): Pace =>
  async (inFlight, durationMs) => {
    const { perSecond, timesMs } = await keepInFlight({ inFlight, durationMs, work })
    return { ...distributionOf(timesMs), perSecond }
  }

async function rowOf({ meter }: Parts, load: { way: string; inFlight: number; pace: Pace }): Promise<BenchRow> {
  const { way, inFlight, pace } = load
  await pace(inFlight, WARM_UP_MS)
  const cpuBeforeMs = await meter.readMs()
  const { n, minMs, p50Ms, p95Ms, maxMs, perSecond } = await pace(inFlight, DURATION_MS)
  const cpuMs = ((await meter.readMs()) - cpuBeforeMs) / n
  const times = { n, min: minMs, p50: p50Ms, p95: p95Ms, max: maxMs }
  return { way, unit: 'ms', ...times, ratio: null, inFlight, perSecond, cpuMs }
}
