import type { BenchSection } from '../contract/bench.ts'
import type { Parts } from './open-parts.ts'
import { takeTurns, type Way } from './take-turns.ts'

/** Measures the time until a fresh sandbox answers, before any program. */
export async function* measureStart(parts: Parts, rounds: number): AsyncGenerator<BenchSection> {
  const { sandboxes, bare, floor, signal } = parts
  const ways: Way[] = [
    ...(floor ? [{ name: 'floor (C)', once: async () => (await floor.once()).toByteMs }] : []),
    ...(bare ? [{ name: 'bare bwrap', once: bare.start }] : []),
    { name: 'cold sandbox', once: () => sandboxes.start() },
  ]
  for (const warm of ['python', 'javascript', 'bash']) {
    if (await sandboxes.isWarm(warm)) ways.push({ name: `warm sandbox, ${warm}`, once: () => sandboxes.start(warm) })
  }
  const against = ways[0]?.name ?? ''
  const title = 'Start: until a fresh sandbox answers'
  const rows = await takeTurns({ ways, rounds, budgetMs: 15_000, against, signal })
  yield { id: 'start', title, against, rows }
}
