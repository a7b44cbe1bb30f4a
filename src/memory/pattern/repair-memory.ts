import { createHash } from 'node:crypto'
import type { KnownChange, RememberedRepair } from '../../contract/known-change.ts'
import type { RepairedProgram } from '../../contract/repaired-program.ts'
import type { KnownRepair, KnownRepairRows } from '../../store/code-memory/known-repair-rows.ts'
import { changeOf } from './known-change.ts'

/** Repairs that helped a user before, by the failure that they answered. */
export interface RepairMemory {
  learn(repaired: RepairedProgram): void
  /** Repairs of a failure that may be tried again, the most successful first: those of the user, and those of the agent. */
  find(failure: Pick<RepairedProgram, 'userId' | 'agent' | 'language' | 'fingerprint'>): Promise<RememberedRepair[]>
  count(id: string, userId: string, outcome: 'won' | 'lost'): void
  settled(): Promise<void>
}

/** Repairs that are weighed for one failure. */
const MOST_FOUND = 8
/** A repair that was wrong so many times more often than right is not tried again. */
const LEAST_LEAD = 2

export function createRepairMemory({
  rows,
  clock,
  onTrouble,
}: {
  rows: Pick<KnownRepairRows, 'add' | 'find' | 'count'>
  clock(): number
  onTrouble(error: unknown): void
}): RepairMemory {
  let writing: Promise<void> = Promise.resolve()
  const soon = (write: () => Promise<void>) => {
    writing = writing.then(write).catch(onTrouble)
  }
  return {
    learn({ before, after, ...known }) {
      const change = changeOf(before, after)
      if (!change) return
      const repair: KnownRepair = { ...known, ...change, id: idOf(known, change), won: 1, lost: 0, changedAt: clock() }
      soon(() => rows.add(repair))
    },
    async find({ agent, ...failure }) {
      const found = await rows.find({ ...failure, agent, limit: MOST_FOUND })
      return found
        .filter(({ won, lost }) => lost - won < LEAST_LEAD)
        .map(({ id, runId, before, after, won, lost }) => ({ id, runId, before, after, won, lost }))
    },
    count: (id, userId, outcome) => soon(() => rows.count({ id, userId, outcome, at: clock() })),
    settled: () => writing,
  }
}

/** The same change of one user and agent is one row. */
const idOf = (
  { userId, agent, language, fingerprint }: Omit<RepairedProgram, 'before' | 'after'>,
  { before, after }: KnownChange,
): string => {
  const scope = agent === null ? [userId] : [userId, agent]
  return createHash('sha256')
    .update(JSON.stringify([...scope, language, fingerprint, before, after]))
    .digest('base64url')
    .slice(0, 32)
}
