import type { BenchSection } from '../contract/bench.ts'
import type { RunRequest } from '../contract/run.ts'
import { GATE_PROGRAMS } from './gate-programs.ts'
import type { Parts } from './open-parts.ts'
import { assertPrinted } from './run-section.ts'
import { takeTurns, timed, type Way } from './take-turns.ts'

const NOTHING = { securityCheck: false, analysis: false }
const ALL = { securityCheck: true, analysis: true }

/**
 * Measures the time that detection, guard and analysis add to a run in a pooled sandbox, for an unseen program of fifty lines.
 */
export async function* measureGate(parts: Parts, rounds: number): AsyncGenerator<BenchSection> {
  // Warmed up as in a server that has started.
  await parts.engine.quality.warmUp()
  for (const { title, ...program } of GATE_PROGRAMS) {
    const ways = waysOf(parts, program)
    const against = ways[0]?.name ?? ''
    const rows = await takeTurns({ ways, rounds, budgetMs: 30_000, against, signal: parts.signal })
    yield { id: 'gate', title: `Gate: 50 lines of ${title}, to the result`, against, rows }
  }
}

function waysOf(
  { engine, signal }: Parts,
  { code, language, comment }: { code: string; language: string; comment: string },
): Way[] {
  let number = 0
  // A program that was seen before is answered from memory.
  const unseen = () => `${code}${comment} ${process.pid} ${number++}\n`
  const run = (request: () => RunRequest) => () =>
    timed(async () => assertPrinted(await (await engine.run(request(), { signal })).result))
  const answer = (program: string) => `Here it is:\n\n\`\`\`${language}\n${program}\`\`\`\n`
  return [
    { name: 'run alone', once: run(() => ({ code: unseen(), language, options: NOTHING })) },
    { name: 'with guard', once: run(() => ({ code: unseen(), language, options: { ...ALL, analysis: false } })) },
    { name: 'with guard and analysis', once: run(() => ({ code: unseen(), language, options: ALL })) },
    { name: 'the whole gate, from an answer', once: run(() => ({ text: answer(unseen()), options: ALL })) },
    { name: 'the whole gate, seen before', once: run(() => ({ text: answer(code), options: ALL })) },
  ]
}
