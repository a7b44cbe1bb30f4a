import type { Verdict } from './race.ts'
import type { TrialDetail } from './try-candidate.ts'

/**
 * Releases the workspaces of trials, each of which may be as large as a sandbox, except one that may be handed on: that of
 * the best clean candidate in the order of `ranked`.
 */
export function createOneWorkspace(ranked: readonly Verdict<unknown>['candidate'][]) {
  let best: Verdict<TrialDetail> | undefined
  return (verdict: Verdict<TrialDetail>): Verdict<TrialDetail> => {
    const isBest = verdict.isClean && (!best || rankOf(verdict) < rankOf(best))
    const left = isBest ? best : verdict
    if (isBest) best = verdict
    if (left) delete left.detail.executed.archive
    return verdict
  }

  function rankOf({ candidate }: Verdict<unknown>): number {
    return ranked.indexOf(candidate)
  }
}
