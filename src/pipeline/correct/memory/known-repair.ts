import { KNOWN_REPAIR, placedTokens, type RememberedRepair } from '../../../contract/known-change.ts'
import type { Proposal, Strategy } from '../strategy.ts'
import { fitsOf } from './apply-known-change.ts'

/** A change elsewhere than at the failing line is less likely to be the one. */
const ELSEWHERE = 0.6
/** Changes are made, and so remembered, when at least four of five of their kind are right. */
const PRIOR = { won: 4, outcomes: 5 }

/** How likely a remembered repair is to be right, by its own record. */
export const trustIn = ({ won, lost }: Pick<RememberedRepair, 'won' | 'lost'>): number =>
  (won + PRIOR.won) / (won + lost + PRIOR.outcomes)

/** Repairs that answered the same failure before, as strategies: their changes are weighed, refused and tried as those of rules. */
export function knownRepairs(repairs: readonly RememberedRepair[], language: string): Strategy[] {
  return repairs.map((repair) => ({
    ...{ id: KNOWN_REPAIR, languages: [language], answers: ['*'], prior: trustIn(repair) },
    title: 'Makes a change that repaired the same failure before',
    propose({ code, diagnosis: { line } }): Proposal[] {
      return fitsOf(repair, placedTokens(code)).map(({ edit, closeness }) => {
        const isThere = line === undefined || touches(code, edit, line)
        return {
          edits: [edit],
          why: `made the change that helped in ${repair.runId}`,
          sureness: closeness * (isThere ? 1 : ELSEWHERE),
          remembered: { id: repair.id, trust: trustIn(repair) },
        }
      })
    },
  }))
}

function touches(code: string, { start, end }: { start: number; end: number }, line: number): boolean {
  const first = lineAt(code, start)
  return first <= line && line <= first + lineAt(code.slice(start, end), end - start) - 1
}

const lineAt = (code: string, offset: number): number => code.slice(0, offset).split('\n').length
