/**
 * Number of fresh sandboxes a second, and the cost of each: create, run a program of one line, destroy, so many at once.
 *
 * node bench/throughput.ts [--in-flight 4] [--seconds 5] [--language python|javascript|bash] [--cold] [--json]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openCpuMeter } from '../src/bench/cpu-meter.ts'
import { type Distribution, distributionOf } from '../src/bench/distribution.ts'
import { keepInFlight } from '../src/bench/keep-in-flight.ts'
import { findPrograms } from '../src/bench/programs.ts'
import { createSandboxes } from '../src/bench/sandboxes.ts'
import { usualLimits } from '../src/bench/usual-limits.ts'
import { createEngine } from '../src/engine.ts'

const { values } = parseArgs({
  options: {
    'in-flight': { type: 'string', default: '4' },
    seconds: { type: 'string', default: '5' },
    language: { type: 'string', default: 'python' },
    cold: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const inFlight = Number(values['in-flight'])
const WARM_UP_MS = 1000
const program = (await findPrograms()).find(({ language }) => language.id === values.language)
if (!program) throw new Error(`no program for --language ${values.language}`)

// Opened before the engine: its groups for sandboxes then count as part of the meter's.
const meter = await openCpuMeter()
const home = await mkdtemp(join(tmpdir(), 'anneal-throughput-'))
const engine = await createEngine({ home, logLevel: 'silent' })
const { sandbox, config } = engine
const sandboxes = createSandboxes({
  provider: sandbox,
  limits: usualLimits(config),
  signal: new AbortController().signal,
})
const isWarm = !values.cold && (await sandboxes.isWarm(program.warm))
const work = () => sandboxes.run(program, isWarm ? program.warm : undefined)
try {
  await keepInFlight({ inFlight, durationMs: WARM_UP_MS, work })
  const before = { ...sandboxes.startedFrom }
  const cpuBeforeMs = await meter.readMs()
  const { perSecond, timesMs } = await keepInFlight({ inFlight, durationMs: Number(values.seconds) * 1000, work })
  const cpuMsPerSandbox = ((await meter.readMs()) - cpuBeforeMs) / timesMs.length
  const { pool, fork, cold } = sandboxes.startedFrom
  const startedFrom = { pool: pool - before.pool, fork: fork - before.fork, cold: cold - before.cold }
  report({ ...distributionOf(timesMs), sandboxesPerSecond: perSecond, cpuMsPerSandbox, startedFrom })
} finally {
  await engine.close()
  await meter.close()
  await rm(home, { recursive: true })
}

function report(
  found: Distribution & { sandboxesPerSecond: number; cpuMsPerSandbox: number; startedFrom: object },
): void {
  if (values.json) {
    console.log(JSON.stringify({ language: values.language, isWarm, inFlight, ...found, countedBy: meter.countedBy }))
    return
  }
  const { n, minMs, p50Ms, p95Ms, maxMs, sandboxesPerSecond, cpuMsPerSandbox, startedFrom } = found
  const ms = (value: number) => `${value.toFixed(2)} ms`
  console.log(
    `${values.language}, ${isWarm ? 'warm' : 'cold'}, ${inFlight} in flight, ${n} sandboxes: ${JSON.stringify(startedFrom)}`,
  )
  console.log(`  rate     ${sandboxesPerSecond.toFixed(1)} sandboxes/s`)
  console.log(`  CPU      ${ms(cpuMsPerSandbox)} per sandbox (counted by ${meter.countedBy})`)
  console.log(`  latency  min ${ms(minMs)}  p50 ${ms(p50Ms)}  p95 ${ms(p95Ms)}  max ${ms(maxMs)}`)
}
