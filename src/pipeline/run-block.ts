import type { Outcome, Stopped, StopReason } from '../contract/run.ts'
import type { Suggestion } from '../contract/suggestion.ts'
import type { Correction, NoCorrection } from './correction.ts'
import type { Draft } from './draft.ts'
import type { Execution, Settlement, WorkspaceArchive } from './execution.ts'
import { explain } from './explain.ts'
import type { Failure, PastAttempt, Understood } from './failure.ts'
import { inStage } from './in-stage.ts'
import type { Ending, Loop } from './loop-parts.ts'
import { analyzeBeside, blockedBy, measureAfter, testAfter } from './quality-steps.ts'
import { type AttemptPlace, runAttempt } from './run-attempt.ts'
import type { BlockStory } from './run-story.ts'

/** The outcome of one block, and the workspace it left. */
export interface BlockEnd extends Ending {
  story: BlockStory
  archive?: WorkspaceArchive | undefined
}

export interface BlockStart {
  draft: Draft
  cause: string
  /** The workspace that every attempt starts from: a failed one leaves no trace. */
  archive?: WorkspaceArchive | undefined
  keepsWorkspace: boolean
}

/** Runs a block until it ends well, or until there is a reason to stop. */
export async function runBlock(loop: Loop, start: BlockStart): Promise<BlockEnd> {
  const past: PastAttempt[] = []
  let { draft } = start
  let correction: Correction | undefined
  for (let attempt = 1; ; attempt++) {
    const at = { loop, cause: start.cause, block: draft.block, attempt }
    const blocked = await blockedBy(at, draft)
    if (blocked) {
      await settle(at, { outcome: 'blocked', execution: { ...executionOf(loop, draft, start), attempt } })
      tellEnd(loop, { outcome: 'blocked', draft: start.draft, past, correction, said: blocked.message })
      const ending = { outcome: 'blocked', finalCode: start.draft.code } as const
      return { ...ending, error: blocked, story: { ...ending, draft: start.draft, past, correction } }
    }
    const execution = { ...executionOf(loop, draft, start), attempt }
    const executed = await analyzeBeside(at, draft, () =>
      runAttempt(at, { execution, correction, error: attempt === 1 ? draft.error : undefined }),
    )
    loop.signal.throwIfAborted()
    await measureAfter(at, draft, executed)
    const failure = await failureOf(at, { ...execution, ...draft, executed })
    const next = failure && (await nextDraft(at, failure, { past, made: correction }))
    loop.signal.throwIfAborted()
    if (!next || ('reason' in next && isMerelyComplaint(failure))) {
      await settle(at, { outcome: 'ok', execution })
      await testAfter(at, { ...execution, ...draft })
      tellEnd(loop, { outcome: 'ok', draft, ...complainedOf(past, next), correction })
      const ending = { outcome: 'ok', finalCode: draft.code } as const
      const story = { ...ending, draft: start.draft, past, correction, executed }
      return { ...ending, story, archive: executed.archive }
    }
    past.push({ code: draft.code, diagnosis: next.diagnosis, correction })
    if ('reason' in next) {
      await settle(at, { outcome: 'failed', execution })
      // A change that did not help is none: the program is as it came.
      const { suggestion } = next
      tellEnd(loop, { outcome: 'failed', draft: start.draft, past, correction, stopped: stoppedBy(next), suggestion })
      const ending = { outcome: 'failed', finalCode: start.draft.code } as const
      return { ...ending, story: { ...ending, draft: start.draft, past, correction, executed } }
    }
    correction = next
    draft = { ...draft, code: next.code }
  }
}

const executionOf = (loop: Loop, draft: Draft, { archive, keepsWorkspace }: BlockStart): Omit<Execution, 'attempt'> => {
  const { block, code, language, request } = draft
  const measures = loop.quality.performance
  return {
    block,
    code,
    language,
    request,
    limits: loop.limits,
    admission: loop.admission,
    archive,
    keepsWorkspace,
    measures,
    keeper: loop.keeper,
    session: loop.session,
  }
}

/** Keeps a block's changes in a session when it went well, undoes them otherwise; the block's end is emitted only afterwards. */
async function settle({ loop, cause, block, attempt }: AttemptPlace, settlement: Settlement): Promise<void> {
  if (!loop.session) return
  const state = await loop.session.settle(settlement, loop.signal)
  loop.emit({ type: 'state.settled', block, attempt, state, cause })
}

/** Undefined when the program ended well without a complaint and passes the tests of the request. */
async function failureOf(at: AttemptPlace, failure: Failure): Promise<Failure | undefined> {
  const { endedBy, exitCode, error } = failure.executed.end
  if (endedBy !== 'exit' || exitCode !== 0) return failure
  const complaint = error && failure
  const { test } = at.loop.stages
  if (!test || failure.tests.length === 0) return complaint
  const ran = await inStage({ ...at, stage: 'verify' }, (context) => test(failure, context))
  const failed = ran.find(({ end }) => !end.passed)
  return failed ? { ...failure, failedTest: failed.end, raised: failed.raised } : complaint
}

/** A shell goes on after a line that it cannot run: the program ended well, and that line may be repaired all the same. */
const isMerelyComplaint = ({ executed: { end }, failedTest }: Failure): boolean =>
  end.endedBy === 'exit' && end.exitCode === 0 && failedTest === undefined

/** The words about a complaint that nothing repairs; `past` tells of failures, and this was none. */
const complainedOf = (past: PastAttempt[], next: (NoCorrection & Pick<PastAttempt, 'diagnosis'>) | undefined) => ({
  past: next ? [...past, { code: '', diagnosis: next.diagnosis, correction: undefined }] : past,
  ...(next && { said: 'The shell went on, and the program ended well.', suggestion: next.suggestion }),
})

type Next = (Correction | NoCorrection) & Pick<PastAttempt, 'diagnosis'>

/** The program to run next, or the reason why there is none. */
async function nextDraft(
  at: AttemptPlace,
  failure: Failure,
  { past, made }: { past: readonly PastAttempt[]; made: Correction | undefined },
): Promise<Next> {
  const { diagnose, correct } = at.loop.stages
  if (!diagnose) return { ...NOTHING, diagnosis: undefined }
  const diagnosed = await inStage({ ...at, stage: 'diagnose' }, (context) => diagnose(failure, context))
  const { diagnosis } = diagnosed
  const { attempts, repair, leastConfidence } = at.loop
  // A program that ends well is not followed by one that is known to fail.
  const isLastChance = at.attempt + 1 >= attempts || isMerelyComplaint(failure)
  const understood = { ...failure, ...diagnosed, earlier: past, made, repair, leastConfidence, isLastChance }
  const stop = reasonToStop(at, understood)
  if (stop || !correct) return { ...NOTHING, ...stop, diagnosis }
  const next = await inStage({ ...at, stage: 'correct' }, (context) => correct(understood, context))
  return { ...next, diagnosis }
}

const stoppedBy = ({ reason, text, tried }: NoCorrection): Stopped => ({
  reason,
  text,
  ...(tried.length > 0 && { tried }),
})

const NOTHING: NoCorrection = { reason: 'nothing-applicable', text: 'Nothing repairs programs here.', tried: [] }

function reasonToStop(
  at: AttemptPlace,
  { diagnosis, earlier }: Understood,
): { reason: StopReason; text: string } | undefined {
  if (!diagnosis.recoverable) {
    return { reason: 'unrecoverable', text: 'Changing the program cannot help against this failure.' }
  }
  if (at.loop.repair === 'off') return { reason: 'off', text: 'Repair is off.' }
  const before = earlier.at(-1)?.diagnosis
  if (
    before?.fingerprint === diagnosis.fingerprint &&
    before.message === diagnosis.message &&
    before.line === diagnosis.line
  ) {
    return { reason: 'same-error', text: 'The same failure came again after a correction.' }
  }
  if (at.attempt < at.loop.attempts) return undefined
  const { attempts } = at.loop
  return { reason: 'attempts', text: `${attempts === 1 ? 'The one attempt' : `All ${attempts} attempts`} failed.` }
}

function tellEnd(
  loop: Loop,
  {
    outcome,
    draft,
    past,
    correction,
    stopped,
    suggestion,
    said = stopped?.text,
  }: {
    outcome: Outcome
    draft: Draft
    past: PastAttempt[]
    correction?: Correction | undefined
    stopped?: Stopped
    suggestion?: Suggestion | undefined
    /** The reason why the block stopped here. */
    said?: string | undefined
  },
): void {
  const explanation =
    past.length === 0 && outcome === 'blocked' ? said : explain({ past, last: correction, stopped: said })
  loop.emit({
    type: 'block.end',
    block: draft.block,
    outcome,
    finalCode: draft.code,
    ...(stopped && { stopped }),
    ...(suggestion && { suggestion }),
    ...(explanation && { explanation }),
  })
}
