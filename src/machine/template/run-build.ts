import { EngineError } from '../../contract/errors.ts'
import type { Limits } from '../../contract/limits.ts'
import { BuildFailure } from './build/build-failure.ts'
import type { BuildLog } from './build/build-log.ts'
import { type BuilderParts, buildTemplate } from './build/build-template.ts'
import { setTags, withTags } from './set-tags.ts'
import type { Build, BuildPlan, BuildReason, BuiltPoint } from './template.ts'

export interface RunBuildParts extends BuilderParts {
  timeoutMs: number
  /** The limits of a machine, and so of a build. */
  limitsOf(resources: { cpuCount: number; memoryMb: number }): Limits
  assertWalls(): Promise<void>
  onTrouble(error: unknown): void
}

export interface BuildRun {
  build: Build
  plan: BuildPlan
  log: BuildLog
  /** The reason of the signal tells why the build was ended. */
  cancel: AbortController
  takeTurn(userId: string, signal: AbortSignal): Promise<() => void>
}

const LOGS_IN_REASON = 20

/** Runs one build to its end, which is stored whatever happens. */
export async function runBuild(parts: RunBuildParts, run: BuildRun): Promise<void> {
  const { build, log, cancel } = run
  const tooLong = new BuildFailure(`the build took longer than ${parts.timeoutMs} ms`)
  const timer = setTimeout(() => cancel.abort(tooLong), parts.timeoutMs)
  const held: (() => void)[] = []
  let step: string | undefined
  const place = {
    hold: (layers: readonly string[]) => void held.push(parts.use.hold(layers)),
    onStep(name: string) {
      step = name
    },
  }
  try {
    await succeed(parts, run, await inTurn(parts, run, place))
    await finish(parts, run, { status: 'ready' })
  } catch (error) {
    const message = explain(cancel.signal.aborted ? cancel.signal.reason : error, parts)
    log.add('error', message, step)
    await finish(parts, { build, log }, { status: 'error', reason: reasonOf(message, step, log) })
  } finally {
    clearTimeout(timer)
    for (const letGo of held) letGo()
  }
}

async function inTurn(
  parts: RunBuildParts,
  { build, plan, log, cancel: { signal }, takeTurn }: BuildRun,
  place: Pick<Parameters<typeof buildTemplate>[1], 'hold' | 'onStep'>,
): Promise<BuiltPoint> {
  const { id, userId, templateId, cpuCount, memoryMb } = build
  const release = await takeTurn(userId, signal)
  try {
    await parts.assertWalls()
    log.add('info', `Building template ${templateId}/${id}`)
    const work = { plan, templateId, userId, log, limits: parts.limitsOf(build), signal, ...place }
    const made = await buildTemplate(parts, work)
    log.add('info', 'Build finished')
    return { ...made, cpuCount, memoryMb }
  } finally {
    release()
  }
}

/** The tags come before the end, so that a build that is reported ready can be started from. */
async function succeed(parts: RunBuildParts, { build }: Pick<BuildRun, 'build'>, point: BuiltPoint): Promise<void> {
  const { id: buildId, templateId, tags } = build
  const atMs = parts.clock()
  await parts.records.builds.change(buildId, (kept) => ({ ...kept, point, updatedAtMs: atMs }))
  await setTags(parts, { templateId, atMs, change: withTags(tags, { buildId, createdAtMs: atMs }) })
}

async function finish(
  { records, clock }: RunBuildParts,
  { build: { id, userId }, log }: Pick<BuildRun, 'build' | 'log'>,
  end: Pick<Build, 'status'> & Partial<Build>,
): Promise<void> {
  const atMs = clock()
  await records.logs.insert({ id, userId, createdAtMs: atMs, entries: [...log.entries] })
  const kept = await records.builds.change(id, (build) => ({ ...build, ...end, updatedAtMs: atMs, finishedAtMs: atMs }))
  // The template was removed meanwhile.
  if (!kept) await records.logs.delete(id)
}

function explain(cause: unknown, { onTrouble }: Pick<RunBuildParts, 'onTrouble'>): string {
  if (cause instanceof BuildFailure) return cause.message
  // A build has no other place for the hint.
  if (cause instanceof EngineError) return `${cause.message} ${cause.hint}`
  onTrouble(cause)
  return 'something went wrong inside of the server'
}

function reasonOf(message: string, step: string | undefined, log: BuildLog): BuildReason {
  const logs = log.entries.filter((entry) => entry.step === step).slice(-LOGS_IN_REASON)
  return { message, ...(step !== undefined && { step }), logs }
}
