import type { TriedCandidate } from '../../contract/run.ts'
import type { ReadingBudget } from '../reading/reading-budget.ts'
import { type Candidate, told } from './candidate.ts'
import { candidatesOf } from './candidates-of.ts'
import { type CheckSyntax, searchSyntax } from './search-syntax.ts'
import type { Fault, Strategy } from './strategy.ts'
import { weakens } from './weakens.ts'

/** What is looked for, as plain data: it is done in a thread. */
export interface CandidateSearch {
  fault: Fault
  /** By the ids of strategies; their prior where nothing was learnt. */
  likelihoods: Record<string, number>
  preferred: readonly string[]
  /** The programs that no change may weaken: the one as it came, and those on the way from it. */
  befores: readonly string[]
  /** Programs that failed already. */
  known: readonly string[]
}

export interface FoundCandidates {
  /** The best first. */
  candidates: Candidate[]
  /** Likely ones beyond those, which nobody would try. */
  others: TriedCandidate[]
  refused: TriedCandidate[]
  unparsed: TriedCandidate[]
  /** The program did not parse as it was; all candidates do. */
  wasBroken: boolean
  /** Rules that failed: bugs of ours. */
  troubles: string[]
}

export interface SearchParts {
  strategies: readonly Strategy[]
  check: CheckSyntax
  budget: ReadingBudget
}

/** Whole programs travel from thread to thread, so only those that may be tried, and some in reserve. */
const MOST_WHOLE = 16
const MOST_REFUSED = 80

/** Everything that rules have to say about a failure, within a budget: proposed, parsed, and not weaker than before. */
export async function searchCandidates(search: CandidateSearch, parts: SearchParts): Promise<FoundCandidates> {
  const { fault, likelihoods, preferred, befores, known } = search
  const refused: TriedCandidate[] = []
  const troubles: string[] = []
  const propose = (at: Fault) =>
    candidatesOf(at, { ...parts, likelihoods, preferred, onTrouble: (error) => troubles.push(wordsOf(error)) })
  const mayBe = (candidate: Candidate) => {
    const reason = befores
      .map((before) => weakens({ before, after: candidate.code, language: fault.language }))
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

const wordsOf = (error: unknown): string =>
  error instanceof Error ? `${error.message}${error.cause ? `: ${error.cause}` : ''}` : String(error)
