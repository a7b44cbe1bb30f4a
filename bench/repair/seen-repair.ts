import type { RunResult } from '../../src/contract/run.ts'
import type { RepairSeen } from '../../src/pipeline/correct/repair-features.ts'

/** A repair that was made, with all that its features are made of, and whether it passed tests that it had not seen. */
export interface SeenRepair {
  task: string
  /** Not the features themselves: a table can then be fitted to features that were thought of later. */
  seen: RepairSeen
  isRight: boolean
}

export function seenRepair(
  { blocks }: RunResult,
  { task, language, assertions, isRight }: { task: string; language: string; assertions: number; isRight: boolean },
): SeenRepair | undefined {
  const attempts = blocks[0]?.attempts ?? []
  const [first, last] = [attempts[0], attempts.at(-1)]
  if (!first || !last || attempts.length === 1) return undefined
  const before = attempts.at(-2) ?? first
  const seen = {
    ...{ language, before: first.code, after: last.code, tried: last.tried ?? [], assertions },
    strategies: attempts.flatMap(({ strategy }) => strategy ?? []),
    wasBroken: first.error?.category === 'syntax',
    printed: last.stdout,
    earlier: before.stdout,
    isFoundByTest: before.exitCode === 0,
  }
  return { task, seen, isRight }
}
