import { createHash } from 'node:crypto'
import type { RepairedProgram } from '../../contract/repaired-program.ts'
import type { KnownRepair, KnownRepairRows } from '../../store/code-memory/known-repair-rows.ts'
import { type Change, changeOf } from './known-change.ts'

/** Repairs that helped a user before, by the failure that they answered. */
export interface RepairMemory {
  learn(repaired: RepairedProgram): void
  settled(): Promise<void>
}

export function createRepairMemory({
  rows,
  clock,
  onTrouble,
}: {
  rows: Pick<KnownRepairRows, 'add'>
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
    settled: () => writing,
  }
}

const idOf = ({ userId, language, fingerprint }: Omit<RepairedProgram, 'before' | 'after'>, change: Change): string =>
  createHash('sha256')
    .update(JSON.stringify([userId, language, fingerprint, change.before, change.after]))
    .digest('base64url')
    .slice(0, 32)
