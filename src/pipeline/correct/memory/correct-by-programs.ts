import { KNOWN_PROGRAM, type KnownProgram } from '../../../contract/known-program.ts'
import type { Understood } from '../../failure.ts'
import { assertionsIn } from '../assertions-in.ts'
import { type Candidate, told } from '../candidate.ts'
import type { Change } from '../change.ts'
import type { InspectCorrection, LookedAt } from '../correct-by-rules.ts'
import type { Refusing } from '../refuses.ts'
import { type TryingParts, tryCandidate } from '../try-candidate.ts'
import type { CompareFunctions } from './compare-functions.ts'
import { trustIn } from './known-repair.ts'
import { topLevelFunctions } from './top-level-functions.ts'
import { withKnownFunction } from './with-known-function.ts'

export interface ProgramParts extends TryingParts {
  programs(of: {
    userId: string
    code: string
    language: string
    names: readonly string[]
  }): Promise<readonly KnownProgram[]>
  compare: CompareFunctions
  inspect: InspectCorrection
  refuses(change: Change & Refusing, signal: AbortSignal): Promise<string | null>
  learn(candidate: Candidate, outcome: 'won' | 'lost'): void
  onTrouble(error: unknown): void
}

const MOST_COMPARED = 8
const MOST_TRIED = 2
/** Where functions cannot be compared, nothing but the tests speaks for one: it is suggested, not made. */
const UNCOMPARED = 0.75

/** The failing program with a function as known programs have it. */
interface Exchanged extends KnownProgram {
  name: string
}

/**
 * Puts a function of programs that worked into the place of the one that fails. Two functions of one name may do different things, and
 * nothing but the tests of the request can tell: without them memory proposes none.
 */
export async function correctByPrograms(
  failure: Understood,
  parts: ProgramParts,
  signal: AbortSignal,
): Promise<{ winner?: Candidate; tried: LookedAt[] }> {
  const tried: LookedAt[] = []
  if (assertionsIn(failure.tests) === 0) return { tried }
  const allowed: Exchanged[] = []
  for (const exchanged of await exchangedIn(failure, parts)) {
    const change = { before: failure.code, after: exchanged.code, language: failure.language.id }
    const reason =
      (await parts.refuses({ ...change, mayAssume: false, isBehind: false, isKnown: true }, signal)) ??
      (await parts.inspect(failure, exchanged.code, signal))
    if (reason) tried.push(tellOf(candidateOf(exchanged, failure, UNCOMPARED), 'refused', reason))
    else allowed.push(exchanged)
  }
  for (const candidate of (await byBehaviour(allowed, failure, parts, signal)).slice(0, MOST_TRIED)) {
    const { detail, isClean } = await tryCandidate({ candidate, failure, parts }, signal)
    parts.learn(candidate, isClean ? 'won' : 'lost')
    tried.push(tellOf(candidate, isClean ? 'clean' : detail.refused ? 'refused' : 'failed', detail.refused))
    if (isClean) return { winner: { ...candidate, executed: detail.executed }, tried }
  }
  return { tried }
}

/** Those whose behaviour most runs had come first. Programs that pass the same tests and do different things make each other unlikely. */
async function byBehaviour(
  allowed: readonly Exchanged[],
  failure: Understood,
  parts: ProgramParts,
  signal: AbortSignal,
): Promise<Candidate[]> {
  const [first] = allowed
  if (!first) return []
  const same = allowed.filter(({ name }) => name === first.name)
  const programs = same.map(({ code }) => code)
  const compared = await parts.compare({ failure, name: first.name, programs }, signal)
  if (!compared || compared.inputs === 0) return same.map((each) => candidateOf(each, failure, UNCOMPARED))
  const passing = same
    .map((each, at) => ({ ...each, behaviour: compared.classes[at] ?? -1 }))
    .filter(({ behaviour }) => behaviour >= 0)
  const votesOf = (list: readonly KnownProgram[]) => list.reduce((sum, { worked }) => sum + worked, 0)
  const all = votesOf(passing)
  return passing
    .map((each) => ({ each, won: votesOf(passing.filter(({ behaviour }) => behaviour === each.behaviour)) }))
    .sort((one, other) => other.won - one.won || other.each.worked - one.each.worked)
    .map(({ each, won }) => candidateOf(each, failure, trustIn({ won, lost: all - won })))
}

/** One for each way in which a function is written, those that worked in the most runs first. */
async function exchangedIn(failure: Understood, parts: ProgramParts): Promise<Exchanged[]> {
  const { code, language, admission } = failure
  const names = topLevelFunctions(code, language.id).map(({ name }) => name)
  if (names.length === 0) return []
  const userId = admission.userId ?? ''
  const known = await parts.programs({ userId, code, language: language.id, names }).catch((error): KnownProgram[] => {
    parts.onTrouble(error)
    return []
  })
  const found = new Map<string, Exchanged>()
  for (const { code: other, id, worked } of known) {
    const made = withKnownFunction(code, other, language.id)
    if (!made) continue
    const same = found.get(made.code)
    found.set(made.code, same ? { ...same, worked: same.worked + worked } : { ...made, id, worked })
  }
  return [...found.values()].sort((one, other) => other.worked - one.worked).slice(0, MOST_COMPARED)
}

const candidateOf = ({ code, id, name, worked }: Exchanged, failure: Understood, confidence: number): Candidate => ({
  code,
  steps: [
    {
      strategy: KNOWN_PROGRAM,
      why: `took the function ${name} from the known program ${id}, which worked in ${worked === 1 ? 'one run' : `${worked} runs`}`,
      fingerprint: failure.diagnosis.fingerprint,
    },
  ],
  score: 1,
  confidence: Math.round(100 * confidence) / 100,
})

const tellOf = (candidate: Candidate, outcome: LookedAt['told']['outcome'], detail?: string): LookedAt => ({
  told: { ...told(candidate), outcome, ...(detail && { detail }) },
  code: candidate.code,
})
