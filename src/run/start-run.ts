import { LOCAL_USER } from '../access/keys.ts'
import { mentionsKey } from '../access/mentions-key.ts'
import type { Config } from '../config/settings.ts'
import { EngineError, problemsOf } from '../contract/errors.ts'
import { halfCharacterIn } from '../contract/half-character.ts'
import { readRunPackage } from '../contract/package.ts'
import { type RunRequest, runRequest } from '../contract/run.ts'
import type { Detect } from '../pipeline/detect/detect.ts'
import { workspaceOf } from '../pipeline/execute/workspace.ts'
import type { RunSessions } from '../pipeline/execution.ts'
import type { Grants } from '../pipeline/grants.ts'
import type { Loop } from '../pipeline/loop-parts.ts'
import { programsOf } from '../pipeline/programs-of.ts'
import type { QualityApi } from '../pipeline/quality-part.ts'
import { inTurnOf } from '../pipeline/reading/turn-of.ts'
import type { PackageGrants } from '../sandbox/packages/assure-packages.ts'
import type { Slots } from '../sandbox/slots.ts'
import type { AbandonedRun } from '../store/run/run-rows.ts'
import type { AssertRunnable } from './assert-runnable.ts'
import type { StartedRun, StartOptions } from './runs.ts'

/** The owner of a run, and the signal that cancels it. */
export interface RunCaller {
  /** The person at this host, unless a user is given. */
  userId?: string
  signal?: AbortSignal
  forReader?: boolean
}

/** The engine itself may begin a run of a dead engine again, instead of a new one. */
interface StartCaller extends RunCaller {
  abandoned?: AbandonedRun
}

/** Refuses whatever can be refused before the run has an id. */
export type Run = (request: RunRequest, caller?: RunCaller) => Promise<StartedRun>

export interface StartNeeds extends Pick<Loop, 'languages' | 'stages' | 'onBug'> {
  config: Pick<Config, 'attempts' | 'repair' | 'repairConfidence' | 'concurrentRunsPerUser'>
  grants: Grants
  keys: { learn(): Promise<void> }
  detect: Pick<Detect, 'languageOf'>
  quality: Pick<QualityApi, 'qualityOf' | 'prepareFor'>
  slots: Pick<Slots, 'admit'>
  packages: Pick<PackageGrants, 'assure'>
  webhooks: { assertReachable(url: string): void }
  playbooks: { agents: { assertOwn(name: string, userId: string): Promise<unknown> } }
  assertRunnable: AssertRunnable
  sessions: RunSessions
  start(options: StartOptions): Promise<StartedRun>
}

export function createRun(needs: StartNeeds): (request: RunRequest, caller?: StartCaller) => Promise<StartedRun> {
  const { config, grants, quality, languages, stages, onBug } = needs

  async function startRun(asked: RunRequest, userId: string, caller: StartCaller): Promise<StartedRun> {
    const request = parse(asked)
    const { options = {}, session: sessionId } = request
    quality.prepareFor(options)
    if (request.webhook) needs.webhooks.assertReachable(request.webhook.url)
    if (request.agent !== undefined) await needs.playbooks.agents.assertOwn(request.agent, userId)
    const limits = grants.grantLimits(options.limits)
    grants.assertNetwork(options.network?.allow ?? [])
    // A key that another process has just made must be hidden too.
    if (mentionsKey(request)) await needs.keys.learn()
    for (const program of programsOf(request)) {
      const { language } = await needs.detect.languageOf(program, caller.signal)
      await needs.assertRunnable(program, language)
      if (options.lastValue && !language.showing && sessionId === undefined) throw noLastValue(language.id)
      workspaceOf({ code: program.code, language, limits, request: program })
    }
    const wanted = await quality.qualityOf(options, userId)
    const admission = needs.slots.admit(userId)
    let place: Awaited<ReturnType<RunSessions['forRun']>> | undefined
    try {
      await grants.assertWalls()
      await needs.packages.assure((request.packages ?? []).map(readRunPackage))
      if (sessionId !== undefined) {
        place = await needs.sessions.forRun(request, sessionId, { userId, signal: caller.signal })
      }
      return await needs.start({
        ...{ request, limits, ...place, userId, quality: wanted, admission, languages, stages, onBug },
        attempts: options.attempts ?? config.attempts,
        repair: options.repair ?? config.repair,
        leastConfidence: options.repairConfidence ?? config.repairConfidence,
        lanes: config.concurrentRunsPerUser,
        signal: caller.signal ?? new AbortController().signal,
        forReader: caller.forReader ?? false,
        abandoned: caller.abandoned,
      })
    } catch (error) {
      admission.leave()
      await place?.session.leave()
      throw error
    }
  }

  return (request, caller = {}) => {
    const { userId = LOCAL_USER } = caller
    return inTurnOf(userId, () => startRun(request, userId, caller))
  }
}

const noLastValue = (language: string) =>
  new EngineError('INVALID_REQUEST', {
    problems: [`body.options.lastValue: is known of Python programs; run the ${language} program in a session`],
  })

function parse(request: RunRequest): RunRequest {
  const parsed = runRequest.safeParse(request)
  if (!parsed.success) throw new EngineError('INVALID_REQUEST', { problems: problemsOf(parsed.error, 'body') })
  const half = halfCharacterIn(parsed.data, 'body')
  if (half) throw new EngineError('INVALID_REQUEST', { problems: [half] })
  return parsed.data
}
