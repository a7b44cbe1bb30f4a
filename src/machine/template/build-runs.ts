import { EngineError } from '../../contract/errors.ts'
import type { Limits } from '../../contract/limits.ts'
import { BuildFailure } from './build/build-failure.ts'
import { type BuildLog, createBuildLog } from './build/build-log.ts'
import { type BuilderParts, buildTemplate } from './build/build-template.ts'
import { createBuildTurns } from './build-turns.ts'
import type { MachineSize } from './built-in.ts'
import { setTags, withTags } from './set-tags.ts'
import type { Build, BuildLogEntry, BuildPlan, BuildReason, BuiltPoint } from './template.ts'

export interface BuildRunsParts extends BuilderParts {
  mostBuilds: number
  /** Of who does not say. */
  size: MachineSize
  timeoutMs: number
  /** What a machine, and so a build, may have. */
  limitsOf(resources: { cpuCount: number; memoryMb: number }): Limits
  assertWalls(): Promise<void>
  onTrouble(error: unknown): void
}

/** The life of builds. */
export interface BuildRuns {
  /** What a build gets of what was asked for; refused when it is too much. */
  resources(asked: {
    cpuCount?: number | undefined
    memoryMb?: number | undefined
  }): Pick<Build, 'cpuCount' | 'memoryMb'>
  start(build: Build, plan: BuildPlan): Promise<void>
  /** As it is now: one whose server ended while it went on has failed. */
  current(build: Build): Build
  logs(build: Build): Promise<readonly BuildLogEntry[]>
  close(): Promise<void>
}

interface Running {
  log: BuildLog
  cancel: AbortController
  done: Promise<void>
}

const LOGS_IN_REASON = 20

export function createBuildRuns(parts: BuildRunsParts): BuildRuns {
  const { records, clock, size, limitsOf, onTrouble } = parts
  const running = new Map<string, Running>()
  const takeTurn = createBuildTurns(parts.mostBuilds)

  return {
    resources(asked) {
      const resources = { cpuCount: asked.cpuCount ?? size.cpuCount, memoryMb: asked.memoryMb ?? size.memoryMb }
      limitsOf(resources)
      return resources
    },
    async start({ id }, plan) {
      let isFirst = false
      const build = await records.builds.change(id, (kept) => {
        isFirst = kept.status === 'waiting'
        return isFirst ? { ...kept, status: 'building', updatedAtMs: clock() } : kept
      })
      if (!build || !isFirst) throw new EngineError('BUILD_STARTED', { buildId: id })
      const cancel = new AbortController()
      const log = createBuildLog(clock)
      const done = go(build, plan, { log, cancel })
        .catch(onTrouble)
        .finally(() => running.delete(id))
      running.set(id, { log, cancel, done })
    },
    current(build) {
      if (build.status !== 'building' || running.has(build.id)) return build
      return { ...build, status: 'error', reason: { message: 'the server ended while the build went on', logs: [] } }
    },
    async logs({ id }) {
      return running.get(id)?.log.entries ?? (await records.logs.get(id))?.entries ?? []
    },
    async close() {
      for (const { cancel } of running.values()) cancel.abort(new BuildFailure('the server is stopping'))
      await Promise.all([...running.values()].map(({ done }) => done))
    },
  }

  async function go(build: Build, plan: BuildPlan, { log, cancel }: Pick<Running, 'log' | 'cancel'>): Promise<void> {
    const { id, userId, templateId, cpuCount, memoryMb } = build
    const tooLong = new BuildFailure(`the build took longer than ${parts.timeoutMs} ms`)
    const timer = setTimeout(() => cancel.abort(tooLong), parts.timeoutMs)
    const held: (() => void)[] = []
    let step: string | undefined
    try {
      const release = await takeTurn(userId, cancel.signal)
      try {
        await parts.assertWalls()
        log.add('info', `Building template ${templateId}/${id}`)
        const made = await buildTemplate(parts, {
          ...{ plan, templateId, userId, log, limits: limitsOf(build), signal: cancel.signal },
          hold: (layers) => void held.push(parts.use.hold(layers)),
          onStep(name) {
            step = name
          },
        })
        log.add('info', 'Build finished')
        await succeed(build, { ...made, cpuCount, memoryMb })
        await finish(build, { status: 'ready' }, log)
      } finally {
        release()
      }
    } catch (error) {
      const cause = cancel.signal.aborted ? cancel.signal.reason : error
      const isBug = !(cause instanceof BuildFailure || cause instanceof EngineError)
      if (isBug) onTrouble(cause)
      const message = isBug ? 'something went wrong inside of the server' : (cause as Error).message
      log.add('error', message, step)
      await finish(build, { status: 'error', reason: reasonOf(message, step, log) }, log)
    } finally {
      clearTimeout(timer)
      for (const letGo of held) letGo()
    }
  }

  /** The tags come before the end: whoever is told that it is ready can start from it. */
  async function succeed({ id, templateId, tags }: Build, point: BuiltPoint): Promise<void> {
    const at = clock()
    await records.builds.change(id, (kept) => ({ ...kept, point, updatedAtMs: at }))
    await setTags(parts, { templateId, atMs: at, change: withTags(tags, { buildId: id, createdAtMs: at }) })
  }

  async function finish(
    { id, userId }: Build,
    end: Pick<Build, 'status'> & Partial<Build>,
    log: BuildLog,
  ): Promise<void> {
    const at = clock()
    await records.logs.insert({ id, userId, createdAtMs: at, entries: [...log.entries] })
    const kept = await records.builds.change(id, (build) => ({ ...build, ...end, updatedAtMs: at, finishedAtMs: at }))
    // The template was removed meanwhile.
    if (!kept) await records.logs.delete(id)
  }
}

function reasonOf(message: string, step: string | undefined, log: BuildLog): BuildReason {
  const logs = log.entries.filter((entry) => entry.step === step).slice(-LOGS_IN_REASON)
  return { message, ...(step !== undefined && { step }), logs }
}
