/**
 * Times how long the engine takes over programs that are made to keep it busy: npm run bench:hostile
 *
 * Milliseconds from the request to the result, without the wait for a sandbox and without the programs of the attempts; of these, the correction;
 * and processor time of the whole process, since a busy host makes the others untrue.
 */
import { openForeignRunner } from './foreign-measure.ts'
import { HOSTILE } from './hostile-inputs.ts'

const runner = await openForeignRunner({ atOnce: 1, confidence: undefined })
const took: { engineMs: number; correctMs: number; cpuMs: number }[] = []
try {
  // Threads and parsers are loaded once.
  for (const code of ['print(1)', 'print(1']) await runner.run({ language: 'python', code })
  for (const [name, code] of Object.entries(HOSTILE)) {
    const before = process.cpuUsage()
    const { outcome, blocks, timings } = await runner.run({ language: 'python', code })
    const { user } = process.cpuUsage(before)
    const ranMs = (blocks[0]?.attempts ?? []).reduce((sum, { durationMs = 0 }) => sum + durationMs, 0)
    const engineMs = timings.totalMs - timings.waitMs - ranMs
    const one = { engineMs, correctMs: timings.stages.correct ?? 0, cpuMs: user / 1000 }
    took.push(one)
    console.log(
      `${ms(one.engineMs)} ${ms(one.correctMs)} ${ms(one.cpuMs)}  ${name}: ${outcome}, ${blocks[0]?.stopped?.text ?? 'repaired'}`,
    )
  }
} finally {
  await runner.close()
}
for (const key of ['engineMs', 'correctMs', 'cpuMs'] as const) {
  const sorted = took.map((one) => one[key]).sort((one, other) => one - other)
  const at = (share: number) => ms(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  console.log(`${key}: p50 ${at(0.5)}, p95 ${at(0.95)}, most ${at(1)}`)
}

function ms(value: number): string {
  return `${Math.round(value)} ms`.padStart(9)
}
