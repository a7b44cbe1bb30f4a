import { inLanes } from '../in-lanes.ts'
import type { Candidate } from './candidate.ts'

/** The result of a candidate's trial. */
export interface Verdict<Detail> {
  candidate: Candidate
  /** The program ran to its end well, and nothing speaks against it. */
  isClean: boolean
  detail: Detail
}

export interface Race<Detail> {
  /** The best first. */
  candidates: readonly Candidate[]
  lanes: number
  signal: AbortSignal
  run(candidate: Candidate, signal: AbortSignal): Promise<Verdict<Detail>>
}

/**
 * Runs the best candidate, then the others side by side. Being right matters more than being quick: the best clean one wins,
 * and as soon as nothing better can come, the others are ended.
 */
export async function race<Detail>({ candidates, lanes, signal, run }: Race<Detail>): Promise<Verdict<Detail>[]> {
  const verdicts = candidates.map((): Verdict<Detail> | undefined => undefined)
  const decided = new AbortController()
  const both = AbortSignal.any([signal, decided.signal])
  const work = async ({ candidate, index }: { candidate: Candidate; index: number }) => {
    if (decided.signal.aborted) return
    try {
      const verdict = await run(candidate, both)
      signal.throwIfAborted()
      // A trial that was ended because a better one won has no verdict.
      if (decided.signal.aborted) return
      verdicts[index] = verdict
    } catch (error) {
      if (decided.signal.aborted && !signal.aborted) return
      throw error
    }
    if (isDecided(verdicts)) decided.abort()
  }
  const [first, ...others] = candidates.map((candidate, index) => ({ candidate, index }))
  // The best candidate is mostly right, and faster when it runs alone.
  if (first) await work(first)
  await inLanes({ items: others, lanes, work })
  return verdicts.filter((verdict) => verdict !== undefined)
}

/** The best clean candidate wins when all before it have been tried. */
function isDecided(verdicts: readonly (Verdict<unknown> | undefined)[]): boolean {
  const open = verdicts.indexOf(undefined)
  const clean = verdicts.findIndex((verdict) => verdict?.isClean)
  return clean !== -1 && (open === -1 || clean < open)
}
