import type { RunEvent } from '../../contract/event.ts'
import type { LessonProof } from '../../contract/playbook.ts'
import { reduceRun } from '../../contract/reduce-run.ts'
import type { RunRequest } from '../../contract/run.ts'
import type { KeptLesson } from '../../store/learning/kept-lesson.ts'
import type { LessonRows } from '../../store/learning/lesson-rows.ts'
import type { BookKeeper } from './open-playbook.ts'

/** A program in a fresh sandbox without network. */
export type Rerun = (
  program: { code: string; language: string } & Pick<RunRequest, 'input' | 'args' | 'files'>,
  owner: { userId: string; signal: AbortSignal },
) => Promise<{ isOk: boolean; fingerprint: string | null; pattern: string | null }>

export interface ProofParts {
  rows: Pick<LessonRows, 'inState'>
  keeper: BookKeeper
  rerun: Rerun
  /** The guard's reason why a program must not be run again. */
  refuses(program: { code: string; language: string }, userId: string): Promise<string | undefined>
  history(runId: string): Promise<readonly RunEvent[]>
}

/** A lesson from runs has to hold in this many runs of different programs. */
export const LEAST_RUNS = 2
const MOST_LOOKED_AT = 1000
/** Each pair is run again this often: a program that fails by chance is no proof. */
const TIMES = 2

interface Pair extends LessonProof, Pick<RunRequest, 'args' | 'files'> {
  runId: string | null
}

/**
 * Makes candidates active: the broken programs behind them must fail again with the same fingerprint, and the repaired ones
 * must end well, each in a fresh sandbox of ours. Nothing that a run or a model claims takes the place of that.
 */
export function createProver(parts: ProofParts) {
  const { rows, keeper } = parts
  async function prove(userId: string, lesson: KeptLesson, signal: AbortSignal): Promise<boolean> {
    const pairs = await pairsOf(lesson)
    const needed = lesson.draft.proof ? 1 : LEAST_RUNS
    if (pairs.length < needed) return false
    for (const pair of pairs.slice(0, needed)) {
      const problem = await problemOf(pair, { lesson, userId, signal })
      if (problem === undefined) continue
      await keeper.change({
        ...{ userId, by: 'curator' },
        changes: () => [{ op: 'quarantine', id: lesson.id, why: problem }],
      })
      return false
    }
    const runs = pairs.slice(0, needed).flatMap(({ runId }) => runId ?? [])
    const { refused } = await keeper.change({
      ...{ userId, by: 'curator' },
      changes: () => [{ op: 'promote', id: lesson.id, runs }],
    })
    return refused.length === 0
  }

  async function problemOf(
    pair: Pair,
    { lesson, userId, signal }: { lesson: KeptLesson; userId: string; signal: AbortSignal },
  ): Promise<string | undefined> {
    const { language, fingerprint } = lesson.draft.about
    for (const code of [pair.broken, pair.fixed]) {
      const reason = await parts.refuses({ code, language }, userId)
      if (reason) return `the guard refuses its program: ${reason}`.slice(0, 300)
    }
    const { broken, fixed, runId: _, ...surroundings } = pair
    for (let time = 0; time < TIMES; time++) {
      const before = await parts.rerun({ code: broken, language, ...surroundings }, { userId, signal })
      if (before.isOk) return 'its broken program ended well when we ran it again'
      if (before.fingerprint !== fingerprint) return 'its broken program failed differently when we ran it again'
      const after = await parts.rerun({ code: fixed, language, ...surroundings }, { userId, signal })
      if (!after.isOk) return 'its repaired program failed when we ran it again'
    }
    return undefined
  }

  /** The broken and the repaired program of each run behind a lesson; each program once. */
  async function pairsOf({ draft, helpful }: KeptLesson): Promise<Pair[]> {
    if (draft.proof) return [{ ...draft.proof, runId: null }]
    const pairs = new Map<string, Pair>()
    for (const runId of helpful.toReversed()) {
      if (pairs.size >= LEAST_RUNS) break
      const pair = pairIn(await parts.history(runId).catch(() => []), draft.about.fingerprint)
      if (pair) pairs.set(shapeOf(pair.broken), { ...pair, runId })
    }
    return [...pairs.values()]
  }

  /** Lessons that were looked at, with the time of their last change: nothing new is to be said about them. */
  const looked = new Map<string, number>()
  return {
    prove,
    /** Looks at the candidates with enough behind them; gives the number of those that became active. */
    async proveDue(signal: AbortSignal): Promise<number> {
      let proved = 0
      for (const { userId, lesson } of await rows.inState('candidate', MOST_LOOKED_AT)) {
        if (signal.aborted) break
        const hasEnough = lesson.draft.proof !== undefined || lesson.helpful.length >= LEAST_RUNS
        if (!hasEnough || looked.get(lesson.id) === lesson.changedAt) continue
        if (looked.size > MOST_LOOKED_AT) looked.clear()
        looked.set(lesson.id, lesson.changedAt)
        if (await prove(userId, lesson, signal)) proved++
      }
      return proved
    },
  }
}

/** Two programs that differ in blanks, comments or numbers alone are one. */
const shapeOf = (code: string): string =>
  code
    .replace(/(#|\/\/|--).*$/gm, '')
    .replace(/\d+/g, '0')
    .replace(/\s+/g, '')

/** Runs in a session or with a network stand on more than their request: they prove nothing. */
export function pairIn(events: readonly RunEvent[], fingerprint: string): Omit<Pair, 'runId'> | undefined {
  const request = events.find((event) => event.type === 'run.start')?.request
  if (!request || request.session !== undefined || request.code === undefined) return undefined
  if ((request.options?.network?.allow ?? []).length > 0) return undefined
  const { input, args, files } = request
  const [block] = reduceRun(events).blocks
  for (const [index, { code: broken, error }] of (block?.attempts ?? []).entries()) {
    const fixed = block?.attempts[index + 1]?.code
    if (error?.fingerprint !== fingerprint || fixed === undefined) continue
    return { broken, fixed, ...(input !== undefined && { input }), ...(args && { args }), ...(files && { files }) }
  }
  return undefined
}
