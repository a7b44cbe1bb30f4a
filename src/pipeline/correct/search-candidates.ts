import type { RememberedRepair } from '../../contract/known-change.ts'
import type { TriedCandidate } from '../../contract/run.ts'
import type { ReadingBudget } from '../reading/reading-budget.ts'
import { assumptionOf, type Candidate, told } from './candidate.ts'
import { candidatesOf } from './candidates-of.ts'
import { knownRepairs } from './memory/known-repair.ts'
import { refuses } from './refuses.ts'
import { type CheckSyntax, searchSyntax } from './search-syntax.ts'
import type { Fault, Strategy } from './strategy.ts'

/** The input of a search, as plain data, because the search runs in a thread. */
export interface CandidateSearch {
  fault: Fault
  /** Likelihoods by the ids of strategies; a strategy without an entry has its prior. */
  likelihoods: Record<string, number>
  preferred: readonly string[]
  /** Whether changes with an assumption are allowed. */
  isBold: boolean
  /** The programs that no change may weaken: the original, and those between it and this one. */
  befores: readonly string[]
  /** Whether the change follows another change of what the program does. */
  isBehind: boolean
  /** Programs that have already failed. */
  known: readonly string[]
  /** Repairs of the same failure that helped before. */
  repairs?: readonly RememberedRepair[] | undefined
}

export interface FoundCandidates {
  /** The best first. */
  candidates: Candidate[]
  /** Further likely candidates that are not tried. */
  others: TriedCandidate[]
  refused: TriedCandidate[]
  unparsed: TriedCandidate[]
  /** The program did not parse before; all candidates do. */
  wasBroken: boolean
  /** Rules that threw: bugs of ours. */
  troubles: string[]
  /** Processor time of the search, where it was taken. */
  spentMs?: number
}

export interface SearchParts {
  strategies: readonly Strategy[]
  check: CheckSyntax
  budget: ReadingBudget
}

/** Whole programs travel from thread to thread, so only those that may be tried, and a few in reserve. */
const MOST_WHOLE = 16
const MOST_REFUSED = 80

/** Candidates of the rules for a failure, within a budget: proposed, parsed, and not weaker than before. */
export async function searchCandidates(search: CandidateSearch, parts: SearchParts): Promise<FoundCandidates> {
  const { fault, likelihoods, preferred, isBold, isBehind, befores, known } = search
  const refused: TriedCandidate[] = []
  const troubles: string[] = []
  // Memory is asked first: rules may need all the time there is.
  const strategies = [...knownRepairs(search.repairs ?? [], fault.language), ...parts.strategies]
  const propose = (at: Fault) =>
    candidatesOf(at, {
      ...parts,
      strategies,
      likelihoods,
      preferred,
      onTrouble: (error) => troubles.push(wordsOf(error)),
    })
  const mayBe = (candidate: Candidate) => {
    const assumption = isBold ? undefined : assumptionOf(candidate)
    const reason = assumption
      ? TOO_BOLD
      : befores
          .map((before, index) =>
            refuses(
              { before, after: candidate.code, language: fault.language },
              { mayAssume: isBold, isBehind: isBehind && index === befores.length - 1 },
            ),
          )
          .find((each) => each !== undefined)
    if (reason && refused.length < MOST_REFUSED)
      refused.push({ ...told(candidate), outcome: 'refused', detail: reason })
    return reason === undefined
  }
  const { parsed, unparsed, wasBroken } = await searchSyntax(fault, { ...parts, propose, mayBe })
  const found = parsed.filter(({ code }) => !known.includes(code)).sort((a, b) => b.score - a.score)
  return {
    candidates: found.slice(0, MOST_WHOLE),
    others: found.slice(MOST_WHOLE).map((candidate) => ({ ...told(candidate), outcome: 'untried' })),
    refused,
    unparsed: unparsed.map((candidate) => ({ ...told(candidate), outcome: 'unparsed' })),
    wasBroken,
    troubles,
  }
}

/** Only the caller knows whether an assumption holds. */
const TOO_BOLD = 'it makes something up, which only bold repair may'

const wordsOf = (error: unknown): string =>
  error instanceof Error ? `${error.message}${error.cause ? `: ${error.cause}` : ''}` : String(error)
