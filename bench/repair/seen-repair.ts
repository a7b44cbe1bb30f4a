import type { ProgramTest, RunResult } from '../../src/contract/run.ts'
import { assertionsIn } from '../../src/pipeline/correct/assertions-in.ts'
import { bitsTold } from '../../src/pipeline/correct/bits-told.ts'
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
  {
    task,
    language,
    tests,
    isRight,
  }: { task: string; language: string; tests: readonly ProgramTest[]; isRight: boolean },
): SeenRepair | undefined {
  const attempts = blocks[0]?.attempts ?? []
  const [first, last] = [attempts[0], attempts.at(-1)]
  if (!first || !last || attempts.length === 1) return undefined
  const before = attempts.at(-2) ?? first
  const seen = {
    ...{ language, before: first.code, after: last.code, tried: last.tried ?? [] },
    ...{ assertions: assertionsIn(tests), bits: bitsTold(tests) },
    strategies: attempts.flatMap(({ strategy }) => strategy ?? []),
    wasBroken: first.error?.category === 'syntax',
    printed: last.stdout,
    earlier: before.stdout,
    isFoundByTest: before.exitCode === 0,
  }
  return { task, seen, isRight }
}
