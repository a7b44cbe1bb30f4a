import type { TriedCandidate } from '../../../contract/run.ts'
import type { Understood } from '../../failure.ts'
import type { StageContext } from '../../stage.ts'
import type { Candidate } from '../candidate.ts'
import { told } from '../candidate.ts'
import type { Change } from '../change.ts'
import type { InspectCorrection } from '../correct-by-rules.ts'
import { countOf } from '../count-of.ts'
import { untestedFunctions } from '../python/untested-functions.ts'
import type { Refusing } from '../refuses.ts'
import { type TryingParts, tryCandidate } from '../try-candidate.ts'
import type { SearchValues } from './search-in-sandbox.ts'
import type { FoundValue } from './searched-values.ts'
import { valueConfidence } from './value-confidence.ts'
import { VALUE_SEARCH } from './value-strategy.ts'

export interface ValueParts extends TryingParts {
  searchValues: SearchValues
  inspect: InspectCorrection
  refuses(change: Change & Refusing, signal: AbortSignal): Promise<string | null>
}

export interface ByValues {
  winner?: Candidate
  tried: { told: TriedCandidate; code?: string }[]
}

const MOST_TOLD = 6

/**
 * Looks for a small change with which all tests of the request pass, where the program runs and a test fails. Changes that pass and yet
 * do different things make each other unlikely: no test says which is meant.
 */
export async function correctByValues(
  failure: Understood,
  parts: ValueParts,
  { emit, signal, cause }: StageContext,
): Promise<ByValues> {
  if (failure.tests.length === 0 || failure.diagnosis.category === 'syntax') return { tried: [] }
  const searched = await parts.searchValues(failure, signal)
  if (!searched) return { tried: [] }
  const { raised: _, bits: __, ...counts } = searched
  const { block, attempt, code: before, language } = failure
  const found = smallestFirst(searched.found, before)
  emit({ type: 'repair.searched', block, attempt, ...counts, found: found.length, cause })
  const tried: ByValues['tried'] = []
  for (const one of found.slice(0, MOST_TOLD)) {
    const candidate = {
      ...candidateOf(one, failure),
      confidence: confidenceOf(failure, valueConfidence(searched, one), { code: one.code, language: language.id }),
    }
    const { code } = candidate
    const change = { before, after: code, language: language.id, mayAssume: false, isBehind: false, isTested: true }
    const reason = (await parts.refuses(change, signal)) ?? (await parts.inspect(failure, code, signal))
    const trial = reason ? undefined : await tryCandidate({ candidate, failure, parts }, signal)
    const refused = reason ?? trial?.detail.refused
    if (trial?.isClean) {
      const rest = found.filter((other) => other !== one && other.behaviour !== one.behaviour)
      const others = rest.slice(0, MOST_TOLD).map((other) => tellOf(candidateOf(other, failure), 'clean'))
      return {
        winner: { ...candidate, executed: trial.detail.executed },
        tried: [...tried, tellOf(candidate, 'clean'), ...others],
      }
    }
    tried.push(tellOf(candidate, refused ? 'refused' : 'failed', refused))
  }
  return { tried }
}

/** Behind another fault of the author: of five such finds that seemed 90 % sure, one passed tests that it had not seen. */
const BEHIND = 0.5

/** Tests that leave a function of the program out. */
const IN_PART = 0.5

function confidenceOf({ made, tests }: Understood, measured: number, { code, language }: FoundIn): number {
  const codes = tests.flatMap((test) => test.code ?? [])
  const isInPart = language === 'python' && codes.length > 0 && untestedFunctions(code, codes).length > 0
  return Math.min(measured, made ? BEHIND : 1, isInPart ? IN_PART : 1)
}

interface FoundIn {
  code: string
  language: string
}

const candidateOf = ({ code, why }: FoundValue, { diagnosis: { fingerprint } }: Understood): Candidate => ({
  code,
  steps: [{ strategy: VALUE_SEARCH.id, why, fingerprint }],
  score: 1,
})

const tellOf = (candidate: Candidate, outcome: TriedCandidate['outcome'], detail?: string) => ({
  told: { ...told(candidate), outcome, ...(detail && { detail }) },
  code: candidate.code,
})

/** Among changes that do the same, the smallest that leaves no operand behind that does nothing: the first behaviour stays the first. */
export const smallestFirst = (found: readonly FoundValue[], before: string): FoundValue[] =>
  found.toSorted(
    (one, other) =>
      one.behaviour - other.behaviour ||
      countOf(one.code, IDLE_OPERAND) - countOf(other.code, IDLE_OPERAND) ||
      sizeOf(one.code, before) - sizeOf(other.code, before),
  )

const IDLE_OPERAND = /(?:[-+] 0|(?:\*\*?|\/) 1)(?![\w.])/g

function sizeOf(after: string, before: string): number {
  const shorter = Math.min(after.length, before.length)
  let start = 0
  while (start < shorter && after[start] === before[start]) start++
  let end = 0
  while (end < shorter - start && after.at(-1 - end) === before.at(-1 - end)) end++
  return Math.max(after.length, before.length) - start - end
}
