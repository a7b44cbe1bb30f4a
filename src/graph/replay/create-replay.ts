import { EngineError } from '../../contract/errors.ts'
import type { EngineEvent } from '../../contract/event.ts'
import type { ReplayDifference, ReplayRequest, ReplayResult, ReplayStep } from '../../contract/graph.ts'
import type { RunRequest } from '../../contract/run.ts'
import { compareFiles, compareRuns, compareTexts, type Files } from './compare-runs.ts'
import { findCauses } from './find-causes.ts'
import type { ReplayCaller, ReplayNeeds, ToldRun } from './replay-needs.ts'

const MOST_CHECKPOINTS = 1000
const MOST_STEPS = 200

export type Replay = (request: ReplayRequest, caller: ReplayCaller) => Promise<ReplayResult>

/** Does the same causes again, from the same state, and compares. */
export function createReplay(needs: ReplayNeeds): Replay {
  return async ({ subject: asked, outside = false, keep = false }, caller) => {
    const { subject, sessionId } = await originalOf(needs, asked, caller.userId)
    if (sessionId === null) {
      const step = await repeat(needs, { step: subject, outside, caller })
      return { subject: asked, equal: step.equal, from: 'nothing', session: null, steps: [step] }
    }
    const { from, steps } = await causesOf(needs, { subject, sessionId, userId: caller.userId })
    if (steps.length > MOST_STEPS) throw refused(asked, `${steps.length} steps lie between it and the last checkpoint`)
    const branch = await branchAt(needs, { from, sessionId, outside, asked, userId: caller.userId })
    const place = { was: sessionId, is: branch }
    try {
      const told: ReplayStep[] = []
      for (const step of steps) told.push(await repeat(needs, { step, place, outside, caller }))
      const equal = told.every((step) => step.equal)
      return { subject: asked, equal, from, session: keep ? branch : null, steps: told }
    } finally {
      if (!keep) await needs.sessions.remove(branch, caller.userId)
    }
  }
}

const refused = (subject: string, reason: string, remedy?: string) =>
  new EngineError('NOT_REPLAYABLE', { subject, reason, ...(remedy !== undefined && { remedy }) })

/** The run or action, and the session it worked in. An action whose work was a run is that run. */
async function originalOf(needs: ReplayNeeds, subject: string, userId: string) {
  const [kind, id = ''] = subject.split(/:(.*)/s)
  if (kind === 'run') {
    const { sessionId, state } = await needs.runs.get(id, userId)
    if (state === 'running') throw refused(subject, 'it still goes on', 'Wait until it has ended.')
    return { subject, sessionId }
  }
  const { sessionId, outcome, output } = await needs.actions.get(id, userId)
  if (outcome === null) throw refused(subject, 'it still goes on', 'Wait until it has ended.')
  const runId = (output as { runId?: unknown } | undefined)?.runId
  return { subject: typeof runId === 'string' ? `run:${runId}` : subject, sessionId }
}

async function causesOf(needs: ReplayNeeds, of: { subject: string; sessionId: string; userId: string }) {
  const { subject, sessionId, userId } = of
  const checkpoints = await needs.sessions.checkpoints.list({ userId, sessionId, limit: MOST_CHECKPOINTS })
  const events: EngineEvent[] = []
  for await (const event of needs.journal.storedStream(`session:${sessionId}`, 0)) events.push(event)
  return findCauses(events, { subject, kept: new Set(checkpoints.map(({ id }) => id)) })
}

interface Branching {
  from: string
  sessionId: string
  outside: boolean
  asked: string
  userId: string
}

/** A new session in the state that the replay begins with; the old one is untouched. */
async function branchAt(needs: ReplayNeeds, { from, sessionId, outside, asked, userId }: Branching): Promise<string> {
  const { limits, network, env, cwd, volumes, transactions, conversation } = await needs.sessions.get(sessionId, userId)
  if (!outside && (network.allow.length > 0 || volumes.some(({ readOnly }) => !readOnly))) {
    throw refused(asked, 'programs of its session may reach hosts or write into volumes', AGAIN)
  }
  if (from.startsWith('checkpoint:')) {
    return (await needs.sessions.checkpoints.branch(from.slice('checkpoint:'.length), userId)).id
  }
  const settings = { limits, network, env, cwd, volumes, transactions, conversation, checkpointEvery: 0 }
  return (await needs.sessions.create(settings, userId)).id
}

const AGAIN = 'With "outside": true it is done again, and its effects there happen once more.'

interface Repeating {
  step: string
  /** The session as it was, and the one of the replay. */
  place?: { was: string; is: string }
  outside: boolean
  caller: ReplayCaller
}

function repeat(needs: ReplayNeeds, repeating: Repeating): Promise<ReplayStep> {
  return repeating.step.startsWith('run:') ? repeatRun(needs, repeating) : repeatAction(needs, repeating)
}

async function repeatRun(needs: ReplayNeeds, { step, place, outside, caller }: Repeating): Promise<ReplayStep> {
  const was = await toldRun(needs, step.slice('run:'.length), caller.userId)
  const start = was.events.find((event) => event.type === 'run.start')
  if (!start?.request) throw refused(step, 'its request was too long to be kept, or is older than replays')
  if (!outside && (start.request.options?.network?.allow ?? []).length > 0) {
    throw refused(step, 'it may reach hosts', AGAIN)
  }
  const { session: _, ...request } = start.request
  const again: RunRequest = { ...request, ...(place && { session: place.is }) }
  const started = await needs.causedBy(start.id, () => needs.run(again, caller))
  await started.result
  const is = await toldRun(needs, started.runId, caller.userId)
  const files = place ? await compareSessionFiles(needs, place, [was.result.runId, started.runId]) : []
  return stepOf(step, `run:${started.runId}`, [...compareRuns(was, is), ...files])
}

async function toldRun({ runs, journal }: ReplayNeeds, runId: string, userId: string): Promise<ToldRun> {
  return { result: await runs.get(runId, userId), events: await journal.history(runId) }
}

const stepOf = (was: string, is: string, differences: ReplayDifference[]): ReplayStep => ({
  ...{ was, is, equal: differences.length === 0, differences },
})

/** The files that each of two runs changed in its session. */
async function compareSessionFiles(
  { journal }: ReplayNeeds,
  { was, is }: { was: string; is: string },
  [one, other]: [string, string],
): Promise<ReplayDifference[]> {
  const filesOf = async (sessionId: string, runId: string): Promise<Files> => {
    const files: Files = new Map()
    for await (const event of journal.storedStream(`session:${sessionId}`, 0)) {
      if (event.type !== 'session.advanced' || event.runId !== runId) continue
      for (const { path, change, hash } of event.changedFiles?.changed ?? []) files.set(path, hash ?? change)
    }
    return files
  }
  return compareFiles(await filesOf(was, one), await filesOf(is, other))
}

async function repeatAction(needs: ReplayNeeds, { step, place, outside, caller }: Repeating): Promise<ReplayStep> {
  const was = await needs.actions.get(step.slice('action:'.length), caller.userId)
  if (!outside && was.reach === 'outside') throw refused(step, 'it has effects outside of sandboxes', AGAIN)
  const { type, input } = was
  const request = { type, input: input as Record<string, unknown>, ...(place && { session: place.is }) }
  const is = await needs.actions.executeAction(request, caller)
  return stepOf(step, `action:${is.id}`, [
    ...compareTexts('outcome', was.outcome ?? 'none', is.outcome),
    ...compareTexts('output', JSON.stringify(lasting(was.output)) ?? '', JSON.stringify(lasting(is.output)) ?? ''),
  ])
}

/** Output without its times, which are never equal. */
const lasting = (output: unknown): unknown =>
  JSON.parse(
    JSON.stringify(output ?? null, (name, value) => (/^(modifiedMs|durationMs|at)$/.test(name) ? undefined : value)),
  )
