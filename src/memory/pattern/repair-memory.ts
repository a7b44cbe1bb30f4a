import { createHash } from 'node:crypto'
import type { KnownRepair, KnownRepairRows } from '../../store/code-memory/known-repair-rows.ts'
import { type Change, changeOf, withChange } from './known-change.ts'

/** A program that failed, and the one that took its place. */
export interface Repaired {
  userId: string
  runId: string
  language: string
  /** Of the failure. */
  fingerprint: string
  failure: string
  before: string
  after: string
  why: string
}

export interface KnownCandidate {
  code: string
  /** Names the repair, for its record. */
  id: string
  why: string
  won: number
  lost: number
}

/** Repairs that helped a user before, by the failure that they answered. */
export interface RepairMemory {
  learn(repaired: Repaired): void
  /** Programs made of known changes, the most successful first. */
  candidates(failed: Pick<Repaired, 'userId' | 'language' | 'fingerprint'> & { code: string; line?: number | undefined }): Promise<KnownCandidate[]>
  /** A known repair was tried again. */
  count(tried: Pick<Repaired, 'userId' | 'language' | 'fingerprint'> & { id: string }, outcome: 'won' | 'lost'): void
  settled(): Promise<void>
}

const MOST_READ = 50
const MOST_CANDIDATES = 4

export function createRepairMemory({
  rows,
  clock,
  onTrouble,
}: {
  rows: KnownRepairRows
  clock(): number
  onTrouble(error: unknown): void
}): RepairMemory {
  let writing: Promise<void> = Promise.resolve()
  const write = (repair: KnownRepair) => {
    writing = writing.then(() => rows.add(repair)).catch(onTrouble)
  }
  return {
    learn({ before, after, ...known }) {
      const change = changeOf(before, after)
      if (change) write({ ...known, ...change, id: idOf(known, change), won: 1, lost: 0, changedAt: clock() })
    },
    async candidates({ code, line, ...failed }) {
      const found: KnownCandidate[] = []
      for (const { id, before, after, why, won, lost } of await rows.find({ ...failed, limit: MOST_READ })) {
        // A change that was wrong more often than right is no help.
        if (lost > won) continue
        for (const changed of withChange(code, { before, after }, line)) {
          if (changed === code || found.some((each) => each.code === changed)) continue
          found.push({ code: changed, id, why, won, lost })
          if (found.length === MOST_CANDIDATES) return found
        }
      }
      return found
    },
    count({ id, ...failed }, outcome) {
      writing = writing
        .then(async () => {
          const known = (await rows.find({ ...failed, limit: MOST_READ })).find((each) => each.id === id)
          if (!known) return
          const counts = outcome === 'won' ? { won: 1, lost: 0 } : { won: 0, lost: 1 }
          await rows.add({ ...known, ...counts, changedAt: clock() })
        })
        .catch(onTrouble)
    },
    settled: () => writing,
  }
}

const idOf = ({ userId, language, fingerprint }: Omit<Repaired, 'before' | 'after'>, change: Change): string =>
  createHash('sha256')
    .update(JSON.stringify([userId, language, fingerprint, change.before, change.after]))
    .digest('base64url')
    .slice(0, 32)
