import type { BenchSection } from '../contract/bench.ts'
import { measureCheckpoint } from './checkpoint-section.ts'
import { measureMarks } from './mark-section.ts'
import type { Parts } from './open-parts.ts'
import { measureTransactions } from './transaction-section.ts'
import { measureWake } from './wake-section.ts'

/** Measures the costs of lasting state: copies of interpreters, checkpoints, sleep, and attempts that leave no trace. */
export async function* measureState(parts: Parts, rounds: number): AsyncGenerator<BenchSection> {
  yield* measureMarks(parts, rounds)
  yield* measureCheckpoint(parts, rounds)
  yield* measureWake(parts, rounds)
  yield* measureTransactions(parts, rounds)
}
