/**
 * How many fresh boxes a second, and what each costs: create, run a program of one line, destroy, so many at once.
 *
 * node bench/throughput.ts [--in-flight 4] [--seconds 5] [--language python|javascript|bash] [--cold] [--json]
 */
import { parseArgs } from 'node:util'
import { openCpuMeter } from '../src/bench/cpu-meter.ts'
import { type Distribution, distributionOf } from '../src/bench/distribution.ts'
import { keepInFlight } from '../src/bench/keep-in-flight.ts'
import { findLanguage } from '../src/language/language.ts'
import { languages } from '../src/language/languages.ts'
import type { SandboxControl } from '../src/sandbox/sandbox.ts'
import { openProvider } from './open-provider.ts'

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
const durationMs = Number(values.seconds) * 1000
const WARM_UP_MS = 1000
const programs: Record<string, { code: string; warm: string }> = {
  python: { code: 'print(1)\n', warm: 'python' },
  javascript: { code: 'console.log(1)\n', warm: 'node' },
  bash: { code: 'echo 1\n', warm: 'bash' },
}
const language = findLanguage(languages, values.language)
const program = programs[language?.id ?? '']
if (!language || !program) throw new Error(`--language is one of ${Object.keys(programs).join(', ')}`)
const { fileName, command, reservedMb } = language
const limits = {
  timeoutMs: 30_000,
  memoryMb: 512,
  cpuPercent: 100,
  processes: 64,
  openFiles: 1024,
  outputBytes: 1_000_000,
  diskMb: 100,
}
const spec = { limits, ...(!values.cold && { warm: program.warm }) }
const source = Buffer.from(program.code)
const never = new AbortController().signal
const origins: Record<string, number> = {}

// Before the provider: groups that it makes for boxes then count to ours.
const meter = await openCpuMeter()
const provider = await openProvider()
try {
  await keepInFlight({ inFlight, durationMs: WARM_UP_MS, work: oneBox })
  for (const name of Object.keys(origins)) delete origins[name]
  const cpuBeforeMs = await meter.readMs()
  const { perSecond, timesMs } = await keepInFlight({ inFlight, durationMs, work: oneBox })
  const cpuMsPerBox = ((await meter.readMs()) - cpuBeforeMs) / timesMs.length
  report({ ...distributionOf(timesMs), boxesPerSecond: perSecond, cpuMsPerBox })
} finally {
  await meter.close()
}
process.exit()

async function oneBox(): Promise<void> {
  const control: SandboxControl & { startedFrom?: string } = await provider.create(spec, never)
  const { sandbox, startedFrom = 'cold' } = control
  origins[startedFrom] = (origins[startedFrom] ?? 0) + 1
  let output = ''
  await sandbox.files.write(fileName, source)
  await sandbox.exec(command, {
    reservedMb,
    onOutput: ({ bytes }) => {
      output += Buffer.from(bytes).toString()
    },
  })
  await control.destroy()
  if (output !== '1\n') throw new Error(`the box printed ${JSON.stringify(output)}`)
}

function report(found: Distribution & { boxesPerSecond: number; cpuMsPerBox: number }): void {
  if (values.json) {
    console.log(JSON.stringify({ inFlight, ...found, countedBy: meter.countedBy, startedFrom: origins }))
    return
  }
  const { n, minMs, p50Ms, p95Ms, maxMs, boxesPerSecond, cpuMsPerBox } = found
  const ms = (value: number) => `${value.toFixed(2)} ms`
  console.log(`${values.language}, ${inFlight} in flight, ${n} boxes (${JSON.stringify(origins)})`)
  console.log(`  rate     ${boxesPerSecond.toFixed(1)} boxes/s`)
  console.log(`  CPU      ${ms(cpuMsPerBox)} per box (counted by ${meter.countedBy})`)
  console.log(`  latency  min ${ms(minMs)}  p50 ${ms(p50Ms)}  p95 ${ms(p95Ms)}  max ${ms(maxMs)}`)
}
