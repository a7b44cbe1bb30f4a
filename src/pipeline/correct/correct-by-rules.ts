import { KNOWN_REPAIR, type RememberedRepair } from '../../contract/known-change.ts'
import type { TriedCandidate } from '../../contract/run.ts'
import type { Facts } from '../../language/language.ts'
import type { PastAttempt, Understood } from '../failure.ts'
import type { LessonsInUse } from '../lessons.ts'
import { readingBudgetMs } from '../reading/reading-budget.ts'
import { type Candidate, told } from './candidate.ts'
import { createOneWorkspace } from './one-workspace.ts'
import { race, type Verdict } from './race.ts'
import { STILL_AT_WORK } from './repair-features.ts'
import type { CandidateSearch, FoundCandidates } from './search-candidates.ts'
import type { Fault } from './strategy.ts'
import { type TrialDetail, type TryingParts, tryCandidate } from './try-candidate.ts'

/** The guard's reason why a correction must not be run; undefined when it may. */
export type InspectCorrection = (failure: Understood, code: string, signal: AbortSignal) => Promise<string | undefined>

/** Searches in a thread, because weighing, parsing and refusing candidates can take long. */
export type SearchRules = (
  search: Pick<CandidateSearch, 'fault' | 'isBold' | 'isBehind' | 'befores' | 'known'> & {
    lessons?: LessonsInUse | undefined
    repairs?: readonly RememberedRepair[] | undefined
    /** Processor time that the search may take. */
    budgetMs: number
  },
  signal: AbortSignal,
) => Promise<FoundCandidates>

export interface RuleParts extends TryingParts {
  search: SearchRules
  inspect: InspectCorrection
  probe(failure: Understood, signal: AbortSignal): Promise<Partial<Facts>>
  /** Called once for each trial that is evidence about the strategies behind the candidate. */
  learn(candidate: Candidate, outcome: 'won' | 'lost'): void
  /** Lessons about a failure; told to the reader when they count. */
  lessons?: ((failure: Understood) => Promise<LessonsInUse | undefined>) | undefined
  /** Remembered repairs of a failure; told to the reader when there are any. */
  repairs?: ((failure: Understood) => Promise<readonly RememberedRepair[]>) | undefined
  /** Number of sandboxes at once. */
  lanes: number
}

export interface ByRules {
  /** The candidate that ran to its end. */
  winner?: Candidate
  /** The candidate that got further than the program, when none ran to its end. */
  furthest?: Candidate
  tried: LookedAt[]
}

/** The description of a change, and its program if there is one: two changes may have the same description. */
export interface LookedAt {
  told: TriedCandidate
  code?: string
}

const FIRST_RACE = 6
const SECOND_RACE = 4
/** A program that runs this long before it fails gets fewer trials. */
const SLOW_MS = 5000
const SLOW_RACE = 2
/** So does one of so many characters: the guard reads each candidate as a whole. */
const LONG_CODE = 30_000
/** How many candidates that got further are repaired once more, since behind one fault there may be another. */
const LOOKED_INTO = 2
/** Most faults, one behind the other, that are repaired within one attempt. */
const MOST_DEPTH = 3

/** Processor time of all searches for one correction together: the caller waits for all of them. */
const MOST_SEARCHING_MS = 1500
/** With less, a search begins and finds nothing. */
const LEAST_SEARCHING_MS = 50

/** The time that is left for searches. */
interface Purse {
  leftMs: number
}

type Tried = Verdict<TrialDetail>

/** The rules' best answer to a failure: candidates are weighed, checked, and raced in sandboxes. */
export async function correctByRules(failure: Understood, parts: RuleParts, signal: AbortSignal): Promise<ByRules> {
  const fault = faultOf(failure)
  const isSlow = failure.executed.end.durationMs > SLOW_MS || failure.code.length > LONG_CODE
  const most = !mayBeTried(failure) ? 0 : isSlow ? SLOW_RACE : FIRST_RACE
  const isBehind = failure.earlier.some(isOfValues)
  const purse: Purse = { leftMs: readingBudgetMs(failure.code.length, MOST_SEARCHING_MS) }
  const first = await oneRound(failure, { fault, parts, signal, most, befores: [failure.code], isBehind, purse })
  if (!mayBeTried(failure)) return answer(first, { failure, parts }, first.allowed[0])
  const winner = winnerOf(first)
  if (winner) return answer(first, { failure, parts }, winner)
  const further = first.verdicts.filter((verdict) => gotFurther(verdict, failure, first)).slice(0, LOOKED_INTO)
  for (const verdict of isSlow ? [] : further) {
    const next = await behind({ verdict, failure, parts, signal, depth: 2, befores: [failure.code], purse })
    if (next) return answer(first, { failure, parts }, next)
  }
  // A candidate that ran to its end with a doubt is better than a program that fails.
  const doubted = first.verdicts.find(({ detail }) => detail.doubt !== undefined)
  const best = doubted ?? further[0]
  if (!best) return answer(first, { failure, parts })
  const { diagnosis, doubt, failedTest } = best.detail
  const isKnownToFail = failedTest !== undefined || (diagnosis !== undefined && doubt === undefined)
  const executed = isLate(best) ? {} : { executed: best.detail.executed }
  return { ...answer(first, { failure, parts }), furthest: { ...best.candidate, isKnownToFail, ...executed } }
}

const isLate = ({ detail }: Tried): boolean => detail.doubt?.startsWith(STILL_AT_WORK) === true

/** A program that did not parse had no values yet. */
const isOfValues = ({ diagnosis }: Pick<PastAttempt, 'diagnosis'>): boolean => diagnosis?.category !== 'syntax'

const faultOf = ({ code, language, diagnosis, facts, raised }: Understood): Fault => ({
  code,
  language: language.id,
  diagnosis,
  facts,
  ...(raised && { test: raised.test }),
})

/** A program that may reach other hosts runs once, as a visible attempt, and never on trial. */
export const mayBeTried = ({ request }: Understood): boolean => (request.options?.network?.allow ?? []).length === 0

interface Round {
  /** The best first. */
  allowed: Candidate[]
  verdicts: Tried[]
  tried: LookedAt[]
  /** The program did not parse before; all tried candidates do. */
  wasBroken: boolean
}

interface RoundParts {
  fault: Fault
  parts: RuleParts
  signal: AbortSignal
  most: number
  befores: readonly string[]
  /** Whether a change of what the program does came before. */
  isBehind: boolean
  purse: Purse
}

async function oneRound(
  failure: Understood,
  { fault, parts, signal, most, befores, isBehind, purse }: RoundParts,
): Promise<Round> {
  const known = [failure.code, ...failure.earlier.map(({ code }) => code)]
  const isBold = failure.repair === 'bold'
  const lessons = await parts.lessons?.(failure)
  const repairs = await parts.repairs?.(failure)
  const asked = { fault, isBold, isBehind, befores, known, lessons, repairs, budgetMs: Math.ceil(purse.leftMs) }
  const found = await parts.search(asked, signal)
  purse.leftMs -= found.spentMs ?? 0
  const refused: TriedCandidate[] = []
  const allowed: Candidate[] = []
  for (const candidate of found.candidates) {
    // A candidate that will not run is not inspected, because that takes time.
    const mayRun = allowed.length < Math.max(1, most)
    const reason = mayRun ? await parts.inspect(failure, candidate.code, signal) : undefined
    if (reason) refused.push({ ...told(candidate), outcome: 'refused', detail: reason })
    else allowed.push(candidate)
  }
  const candidates = allowed.slice(0, most)
  const keepOne = createOneWorkspace(candidates)
  const run = async (candidate: Candidate, until: AbortSignal) =>
    keepOne(await tryCandidate({ candidate, failure, parts }, until))
  const verdicts = await race({ candidates, lanes: parts.lanes, signal, run })
  const others = [...found.others, ...refused, ...found.refused, ...found.unparsed]
  const tried = [
    ...allowed.map((candidate) => ({ told: triedAs(candidate, verdicts), code: candidate.code })),
    ...others.map((each) => ({ told: each })),
  ]
  return { allowed, verdicts, tried, wasBroken: found.wasBroken }
}

function winnerOf({ verdicts }: Round): Candidate | undefined {
  const clean = verdicts.find(({ isClean }) => isClean)
  if (!clean) return undefined
  const { executed, examples } = clean.detail
  return { ...clean.candidate, executed, ...(examples && { examples }) }
}

/** One fault may hide another: a candidate that got further is repaired once more, within the same attempt. */
async function behind(at: {
  verdict: Tried
  failure: Understood
  parts: RuleParts
  signal: AbortSignal
  depth: number
  /** Compared with each of these programs, the changes together must not weaken it. */
  befores: readonly string[]
  purse: Purse
}): Promise<Candidate | undefined> {
  const { verdict, failure, parts, signal, depth, purse } = at
  const { candidate, detail } = verdict
  if (!detail.diagnosis || purse.leftMs < LEAST_SEARCHING_MS) return undefined
  const { code } = candidate
  const { raised, failedTest } = detail.failedTest ?? {}
  const { executed, diagnosis } = detail
  const next: Understood = { ...failure, code, executed, diagnosis, raised, failedTest, facts: {} }
  next.facts = await parts.probe(next, signal)
  const befores = [...at.befores, code]
  const isBehind = isOfValues(failure) || failure.earlier.some(isOfValues)
  const most = SECOND_RACE
  const round = await oneRound(next, { fault: faultOf(next), parts, signal, most, befores, isBehind, purse })
  const winner = winnerOf(round) ?? (await deeper())
  if (!winner) return undefined
  return { ...winner, steps: [...candidate.steps, ...winner.steps] }

  async function deeper(): Promise<Candidate | undefined> {
    const further = round.verdicts.find((each) => gotFurther(each, next, round))
    if (!further || depth >= MOST_DEPTH) return undefined
    return behind({ ...at, verdict: further, failure: next, depth: depth + 1, befores })
  }
}

/**
 * Another failure, and not before the place of the first: something was repaired. A shell runs the commands before a syntax
 * error, so it may fail as before although the error behind them is gone.
 */
function gotFurther(
  { detail }: Tried,
  { diagnosis, executed }: Understood,
  { wasBroken }: Pick<Round, 'wasBroken'>,
): boolean {
  const next = detail.diagnosis
  if (!next?.recoverable) return false
  if (wasBroken && diagnosis.category !== 'syntax') return true
  // Fingerprints leave names out: of two unknown names on one line, one may be known now.
  const isSame =
    next.fingerprint === diagnosis.fingerprint && next.line === diagnosis.line && next.message === diagnosis.message
  return !isSame && detail.executed.stdout.startsWith(executed.stdout)
}

function answer(
  { verdicts, tried, wasBroken }: Round,
  { failure, parts }: { failure: Understood; parts: RuleParts },
  winner?: Candidate,
): ByRules {
  for (const verdict of verdicts) {
    const isLost = verdict.detail.diagnosis !== undefined && !gotFurther(verdict, failure, { wasBroken })
    if (isLost) parts.learn(verdict.candidate, 'lost')
    else if (isMisled(verdict, failure, { wasBroken })) parts.learn(rememberedIn(verdict.candidate), 'lost')
  }
  if (!winner) return { tried }
  parts.learn(winner, 'won')
  return { winner, tried: markChosen(tried, winner) }
}

/** Memory answers for whatever it proposed, also where nothing speaks against a rule: a test that fails, or an odd output. */
const isMisled = (verdict: Tried, failure: Understood, round: Pick<Round, 'wasBroken'>): boolean =>
  !verdict.isClean && !isLate(verdict) && !gotFurther(verdict, failure, round)

const rememberedIn = ({ steps, ...candidate }: Candidate): Candidate => ({
  ...candidate,
  steps: steps.filter(({ strategy }) => strategy === KNOWN_REPAIR),
})

/** A chosen candidate that was found behind others is listed before them. */
export function markChosen(tried: readonly LookedAt[], { code, ...candidate }: Candidate): LookedAt[] {
  const place = tried.findIndex((each) => each.code === code)
  const { detail } = told({ code, ...candidate })
  const known = tried[place]?.told ?? told({ code, ...candidate })
  const chosen = { told: { ...known, ...(detail && { detail }), outcome: 'chosen' as const }, code }
  return place === -1 ? [chosen, ...tried] : tried.with(place, chosen)
}

function triedAs(candidate: Candidate, verdicts: Tried[]): TriedCandidate {
  const verdict = verdicts.find((each) => each.candidate === candidate)
  if (!verdict) return { ...told(candidate), outcome: 'untried' }
  const { diagnosis, doubt, refused } = verdict.detail
  if (refused) return { ...told(candidate), outcome: 'refused', detail: refused }
  const detail = diagnosis ? `${diagnosis.type}: ${diagnosis.message}` : doubt
  return { ...told(candidate), outcome: verdict.isClean ? 'clean' : 'failed', ...(detail && { detail }) }
}
