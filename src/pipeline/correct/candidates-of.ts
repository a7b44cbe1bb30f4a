import { KNOWN_REPAIR } from '../../contract/known-change.ts'
import { applyEdits } from '../apply-edits.ts'
import type { ReadingBudget } from '../reading/reading-budget.ts'
import type { Candidate, Step } from './candidate.ts'
import type { Fault, Proposal, Strategy } from './strategy.ts'

/** Rules read the whole code several times; longer code was not written by hand. */
const MOST_CHARACTERS = 200_000
const MOST_CANDIDATES = 80
/** Most characters of candidate programs for one fault; each candidate is about as long as the program itself. */
const MOST_MADE = 20_000_000
/** An edit of this many characters counts half as much as an empty one. */
const HALF_SIZE = 60
const HINT_FACTOR = 1.5
const PREFERRED_FACTOR = 3

export interface Proposing {
  strategies: readonly Strategy[]
  /** How likely a strategy is to be right about such a failure, by its id; its prior when nothing was learnt. */
  likelihoods: Readonly<Record<string, number>>
  /** Ids of strategies to try first because of the failure's pattern, even if they answer other failures. */
  preferred: readonly string[]
  budget: ReadingBudget
  onTrouble(error: unknown): void
}

/** The rest of the time is for checking the proposals. */
const PROPOSING_SHARE = 0.6

/** All proposals of the rules for a fault, each resulting program once, the likeliest first. */
export function candidatesOf(fault: Fault, parts: Proposing): Candidate[] {
  const { strategies, likelihoods, preferred, budget, onTrouble } = parts
  if (fault.code.length > MOST_CHARACTERS) return []
  const best = new Map<string, Candidate>()
  let left = MOST_MADE
  for (const strategy of strategies) {
    const isPreferred = preferred.includes(strategy.id)
    if (!strategy.languages.includes(fault.language) || !(isPreferred || answers(strategy, fault))) continue
    if (budget.isSpent(PROPOSING_SHARE)) break
    const weight = (likelihoods[strategy.id] ?? strategy.prior) * (isPreferred ? PREFERRED_FACTOR : 1)
    for (const proposal of proposalsOf(strategy, fault, onTrouble)) {
      left -= fault.code.length
      const code = left < 0 ? undefined : applyEdits(fault.code, proposal.edits)
      if (code === undefined) continue
      const score = weight * proposal.sureness * smallness(proposal) * (proposal.isHinted ? HINT_FACTOR : 1)
      const { why, assumption, remembered } = proposal
      const { fingerprint } = fault.diagnosis
      const step: Step = { strategy: strategy.id, why, fingerprint, ...(assumption && { assumption }) }
      const found = { code, steps: [{ ...step, ...(remembered && { remembered }) }], score }
      best.set(code, likelierOf(best.get(code), found))
    }
  }
  return [...best.values()].sort((a, b) => b.score - a.score).slice(0, MOST_CANDIDATES)
}

/** A rule whose change memory knows as well is the author of it, and stands where memory puts it. */
function likelierOf(known: Candidate | undefined, next: Candidate): Candidate {
  if (!known) return next
  const score = Math.max(known.score, next.score)
  const [rule, memory] = isOfMemory(known) ? [next, known] : [known, next]
  const remembered = memory.steps[0]?.remembered
  if (!isOfMemory(memory) || isOfMemory(rule)) return known.score < next.score ? next : known
  return { ...rule, score, steps: rule.steps.map((step) => ({ ...step, ...(remembered && { remembered }) })) }
}

const isOfMemory = ({ steps }: Candidate): boolean => steps[0]?.strategy === KNOWN_REPAIR

function answers({ answers: types }: Strategy, { diagnosis }: Fault): boolean {
  return types.includes('*') || types.includes(diagnosis.type)
}

/** A bug in one rule must not cost the user the other rules. */
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
