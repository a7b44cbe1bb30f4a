import type { StrategyOutcome } from '../store/outcome/outcome-rows.ts'
import { type Counted, likelihoodOf } from './likelihood.ts'

export interface StrategyRecordParts {
  rows: {
    add(outcomes: StrategyOutcome[]): Promise<void>
    list(sincePeriod: number): Promise<StrategyOutcome[]>
    removeBefore(period: number): Promise<void>
  }
  clock(): number
  onTrouble(error: unknown): void
}

/** The failure that a strategy answered. */
export interface Cell {
  language: string
  fingerprint: string
  strategy: string
}

export interface StrategyRecord {
  /** The likelihood that the strategy is right about such a failure: its prior, moved by the outcomes seen so far. */
  likelihood(cell: Cell & { prior: number }): number
  add(cell: Cell, outcome: 'won' | 'lost'): void
  /** All counts, newer outcomes weighing more. */
  list(): (Cell & Counted)[]
  /** Forgets everything: every strategy returns to its prior. */
  reset(): Promise<void>
  close(): Promise<void>
}

const DAY_MS = 86_400_000
/** One row per fortnight: fine enough to forget gradually, coarse enough to stay small. */
const PERIOD_MS = 14 * DAY_MS
/** An outcome counts half after this many periods, and is forgotten after `KEPT_PERIODS`. */
const HALF_LIFE_PERIODS = 6
const KEPT_PERIODS = 36
const WRITE_AFTER_MS = 500
const READ_EVERY_MS = 60_000
/** Programs can invent failures; beyond this number only the totals of each strategy are counted. */
const MOST_CELLS = 20_000
const ALL = '*'

/**
 * Counts which strategies were right about which failures. The counts are kept in the store, shared by all engines on
 * it, and read from memory, since ranking must not wait for a database.
 */
export async function openStrategyRecord({ rows, clock, onTrouble }: StrategyRecordParts): Promise<StrategyRecord> {
  let cells = new Map<string, Counted>()
  let unwritten = new Map<string, StrategyOutcome>()
  // Nobody waits for the removal of forgotten rows: they are not read either.
  let writing: Promise<void> = rows.removeBefore(Math.floor(clock() / PERIOD_MS) - KEPT_PERIODS).catch(onTrouble)
  let timer: NodeJS.Timeout | undefined
  const period = () => Math.floor(clock() / PERIOD_MS)

  const count = (into: Map<string, Counted>, outcome: StrategyOutcome) => {
    const weight = 0.5 ** (Math.max(0, period() - outcome.period) / HALF_LIFE_PERIODS)
    const known = into.get(nameOf(outcome)) ?? { won: 0, lost: 0 }
    into.set(nameOf(outcome), { won: known.won + weight * outcome.won, lost: known.lost + weight * outcome.lost })
  }
  const read = async () => {
    const fresh = new Map<string, Counted>()
    for (const outcome of await rows.list(period() - KEPT_PERIODS)) count(fresh, outcome)
    for (const outcome of unwritten.values()) count(fresh, outcome)
    cells = fresh
  }
  const write = async () => {
    clearTimeout(timer)
    timer = undefined
    const batch = [...unwritten.values()]
    unwritten = new Map()
    if (batch.length > 0) await rows.add(batch)
  }
  const writeSoon = () => {
    timer ??= setTimeout(() => {
      writing = writing.then(write).catch(onTrouble)
    }, WRITE_AFTER_MS)
    timer.unref()
  }
  await read()
  const reader = setInterval(() => void read().catch(onTrouble), READ_EVERY_MS)
  reader.unref()

  return {
    likelihood: ({ prior, ...cell }) =>
      likelihoodOf({
        prior,
        all: cells.get(nameOf({ ...cell, fingerprint: ALL })),
        same: cells.get(nameOf(cell)),
      }),
    add(cell, outcome) {
      const isKnown = cells.has(nameOf(cell)) || cells.size < MOST_CELLS
      for (const fingerprint of isKnown ? [cell.fingerprint, ALL] : [ALL]) {
        const one = { ...cell, fingerprint, period: period(), won: 0, lost: 0, [outcome]: 1 }
        count(cells, one)
        const known = unwritten.get(nameOf(one)) ?? { ...one, won: 0, lost: 0 }
        unwritten.set(nameOf(one), { ...known, [outcome]: known[outcome] + 1 })
      }
      writeSoon()
    },
    list: () => [...cells].map(([name, counted]) => ({ ...(JSON.parse(name) as Cell), ...counted })),
    async reset() {
      unwritten.clear()
      await writing
      await rows.removeBefore(period() + 1)
      cells.clear()
    },
    async close() {
      clearInterval(reader)
      await writing
      await write()
    },
  }
}

const nameOf = ({ language, fingerprint, strategy }: Cell): string =>
  JSON.stringify({ language, fingerprint, strategy })
