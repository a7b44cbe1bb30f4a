import type { BenchSection } from '../contract/bench.ts'
import type { Parts } from './open-parts.ts'
import { openSessionCells } from './session-cells.ts'
import { takeTurns, timed } from './take-turns.ts'

/** Measures the costs of undoing a failed cell without a trace, and of saving one that succeeds. */
export async function* measureTransactions(parts: Parts, rounds: number): AsyncGenerator<BenchSection> {
  const plain = await openSessionCells(parts, { transactions: false })
  const undoable = await openSessionCells(parts, {})
  try {
    const against = 'cell that is kept whatever happens'
    const ways = [
      { name: against, once: () => timed(plain.next) },
      { name: 'cell that can be undone', once: () => timed(undoable.next) },
      { name: 'saving alone', once: () => timed(undoable.save) },
    ]
    const rows = await takeTurns({ ways, rounds: rounds * 3, budgetMs: 15_000, against, signal: parts.signal })
    yield { id: 'state', title: 'Transaction: a cell on a small state', against, rows }
  } finally {
    await plain.close()
    await undoable.close()
  }
}
