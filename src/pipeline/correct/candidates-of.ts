import { applyEdits } from '../apply-edits.ts'
import type { Candidate } from './candidate.ts'
import type { Fault, Proposal, Strategy } from './strategy.ts'

/** Rules read the whole code several times; what is longer was not written by hand. */
const MOST_CHARACTERS = 200_000
const MOST_CANDIDATES = 80
/** An edit of so many characters counts half as much as one of none. */
const HALF_SIZE = 60
const HINT_FACTOR = 1.5
const PREFERRED_FACTOR = 3

export interface Proposing {
  strategies: readonly Strategy[]
  /** How likely a strategy is to be right about such a failure, from its prior and all that was learnt. */
  likelihood(strategy: Strategy, fault: Fault): number
  /** Ids of strategies that the pattern of a failure asks to try first, whatever they answer otherwise. */
  preferred(pattern: string): readonly string[]
  onTrouble(error: unknown): void
}

/** Everything the rules propose for a fault, each result once, the likeliest first. */
export function candidatesOf(fault: Fault, parts: Proposing): Candidate[] {
  const { strategies, likelihood, onTrouble } = parts
  if (fault.code.length > MOST_CHARACTERS) return []
  const preferred = parts.preferred(fault.diagnosis.pattern)
  const best = new Map<string, Candidate>()
  for (const strategy of strategies) {
    const isPreferred = preferred.includes(strategy.id)
    if (!strategy.languages.includes(fault.language) || !(isPreferred || answers(strategy, fault))) continue
    const weight = likelihood(strategy, fault) * (isPreferred ? PREFERRED_FACTOR : 1)
    for (const proposal of proposalsOf(strategy, fault, onTrouble)) {
      const code = applyEdits(fault.code, proposal.edits)
      if (code === undefined) continue
      const score = weight * proposal.sureness * smallness(proposal) * (proposal.isHinted ? HINT_FACTOR : 1)
      const step = { strategy: strategy.id, why: proposal.why, fingerprint: fault.diagnosis.fingerprint }
      if ((best.get(code)?.score ?? 0) < score) best.set(code, { code, steps: [step], score })
    }
  }
  return [...best.values()].sort((a, b) => b.score - a.score).slice(0, MOST_CANDIDATES)
}

function answers({ answers: types }: Strategy, { diagnosis }: Fault): boolean {
  return types.includes('*') || types.includes(diagnosis.type)
}

/** A rule with a bug must not cost the user the other rules. */
function proposalsOf(strategy: Strategy, fault: Fault, onTrouble: Proposing['onTrouble']): Proposal[] {
  try {
    return strategy.propose(fault)
  } catch (error) {
    onTrouble(new Error(`the strategy ${strategy.id} failed`, { cause: error }))
    return []
  }
}

function smallness({ edits }: Proposal): number {
  const size = edits.reduce((sum, { start, end, text }) => sum + Math.max(end - start, text.length), 0)
  return HALF_SIZE / (HALF_SIZE + size)
}
