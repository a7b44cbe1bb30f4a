import type { BenchSection } from '../contract/bench.ts'
import type { Parts } from './open-parts.ts'
import { openSessionCells } from './session-cells.ts'
import { takeTurns, timed, type Way } from './take-turns.ts'

/** Measures the next cell of a session that was awake, frozen or not in memory, to its end. */
export async function* measureWake(parts: Parts, rounds: number): AsyncGenerator<BenchSection> {
  const cells = await openSessionCells(parts, {})
  try {
    const asleep = async (fallAsleep: () => Promise<unknown>, wake: () => Promise<unknown>) => {
      await fallAsleep()
      return timed(wake)
    }
    await cells.freeze()
    const canFreeze = cells.isFrozen()
    if (!canFreeze) parts.missing.push({ what: 'frozen sessions', reason: 'this host has nothing to freeze with' })
    const frozen: Way[] = [
      { name: 'frozen, until it is awake', once: () => asleep(cells.freeze, cells.lend) },
      { name: 'frozen, cell', once: () => asleep(cells.freeze, cells.next) },
    ]
    const against = 'awake, cell'
    const ways = [
      { name: against, once: () => timed(cells.next) },
      ...(canFreeze ? frozen : []),
      { name: 'unloaded, cell', once: () => asleep(cells.unload, cells.next) },
    ]
    const rows = await takeTurns({ ways, rounds, budgetMs: 20_000, against, signal: parts.signal })
    yield { id: 'state', title: 'Wake: the next cell of a session', against, rows }
  } finally {
    await cells.close()
  }
}
