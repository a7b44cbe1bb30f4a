import { EngineError } from '../contract/errors.ts'
import type { RunRequest } from '../contract/run.ts'
import { findLanguage } from '../language/language.ts'
import type { Draft } from './draft.ts'
import type { WorkspaceArchive } from './execution.ts'
import { inLanes } from './in-lanes.ts'
import { inStage } from './in-stage.ts'
import { keptRequest } from './kept-request.ts'
import type { Ending, Loop } from './loop-parts.ts'
import { programsOf } from './programs-of.ts'
import { runBlock } from './run-block.ts'
import type { BlockStory } from './run-story.ts'

/** Emits a whole run. After `run.start` nothing is thrown: `run.end` reports every outcome, once, as the last event. */
export async function runLoop(loop: Loop): Promise<void> {
  const { request, emit, again } = loop
  const startedAt = performance.now() - (again?.sinceMs ?? 0)
  const cause = again
    ? emit({ type: 'run.resumed', times: again.times, cause: again.cause })
    : emit({ type: 'run.start', ...sourceOf(request) })
  const ending = await runBlocks(loop, cause).catch((error) => endingOf(error, loop))
  emit({ type: 'run.end', durationMs: performance.now() - startedAt, cause, ...ending })
}

function sourceOf(request: RunRequest) {
  const { text, code } = request
  const kind = text !== undefined ? 'text' : code !== undefined ? 'code' : 'programs'
  const sources = text !== undefined ? [text] : programsOf(request).map((program) => program.code)
  const kept = keptRequest(request)
  const { agent } = request
  const bytes = Buffer.byteLength(sources.join(''))
  return { kind, bytes, ...(agent !== undefined && { agent }), ...(kept && { request: kept }) } as const
}

async function runBlocks(loop: Loop, cause: string): Promise<Ending> {
  const { stages, request, languages } = loop
  const found = await inStage({ loop, cause, stage: 'detect' }, (context) => stages.detect(request, context))
  const programs = programsOf(request)
  const drafts = found.flatMap(({ executable, language, code }, block): Draft[] => {
    const known = executable && language !== null ? findLanguage(languages, language) : undefined
    const { tests = [], task, error } = request
    const { quality } = loop
    return known
      ? [{ block, code, language: known, request: { ...request, ...programs[block] }, tests, task, error, quality }]
      : []
  })
  const blocks: BlockStory[] = []
  const ending = drafts.length === 0 ? NOTHING : decisive(await runDrafts(loop, { drafts, cause, stories: blocks }))
  const { runId, userId, session } = loop
  const story = { runId, userId, request, outcome: ending.outcome, isInSession: session !== undefined, blocks }
  const { remember, feedback } = stages
  if (remember) await inStage({ loop, cause, stage: 'remember' }, (context) => remember(story, context))
  if (feedback) await inStage({ loop, cause, stage: 'feedback' }, (context) => feedback(story, context))
  return ending
}

/** In sequence the first failed block ends the run, since later ones build on it; in parallel no block waits for another. */
function runDrafts(
  loop: Loop,
  { drafts, cause, stories }: { drafts: Draft[]; cause: string; stories: BlockStory[] },
): Promise<Ending[]> {
  const { parallel = false, stopOnFailure = !parallel } = loop.request.options ?? {}
  const halt = new AbortController()
  const haltable = { ...loop, signal: AbortSignal.any([loop.signal, halt.signal]) }
  const haltIf = (failed: boolean) => {
    if (failed && stopOnFailure) halt.abort()
  }
  // Blocks of an answer find the files of the blocks before them; programs of a request share nothing.
  const sharesWorkspace = loop.request.text !== undefined && !parallel && drafts.length > 1 && !loop.session
  let left: WorkspaceArchive | undefined
  const work = async (draft: Draft): Promise<Ending> => {
    if (halt.signal.aborted) return { outcome: 'cancelled' }
    const keepsWorkspace = sharesWorkspace && draft !== drafts.at(-1)
    try {
      const { archive, story, ...ending } = await runBlock(haltable, { draft, cause, archive: left, keepsWorkspace })
      stories.push(story)
      left = archive ?? left
      haltIf(ending.outcome !== 'ok')
      return ending
    } catch (error) {
      // Ended because another block failed, which determines the outcome of the run.
      if (halt.signal.aborted && !loop.signal.aborted) return { outcome: 'cancelled' }
      haltIf(true)
      throw error
    }
  }
  return inLanes({ items: drafts, lanes: parallel ? loop.lanes : 1, work })
}

/** A run is as good as the worst of its blocks; when all are good, the last one's code is the final code. */
function decisive(endings: Ending[]): Ending {
  const bad = endings.find(({ outcome }) => outcome === 'blocked' || outcome === 'failed')
  return bad ?? endings.at(-1) ?? { outcome: 'ok' }
}

/** No block of the answer can be run; the blocks tell why. */
const NOTHING: Ending = { outcome: 'nothing-to-run' }

function endingOf(error: unknown, loop: Loop): Ending {
  if (loop.signal.aborted) {
    const { reason } = loop.signal
    return reason instanceof EngineError ? { outcome: 'error', error: reason.toInfo() } : { outcome: 'cancelled' }
  }
  const known = error instanceof EngineError ? error : loop.onBug(error)
  return { outcome: known.code === 'APPROVAL_DENIED' ? 'blocked' : 'error', error: known.toInfo() }
}
