import { EngineError } from '../../contract/errors.ts'
import { BuildFailure } from './build/build-failure.ts'
import { type BuildLog, createBuildLog } from './build/build-log.ts'
import { createBuildTurns } from './build-turns.ts'
import type { MachineSize } from './built-in.ts'
import { type RunBuildParts, runBuild } from './run-build.ts'
import type { Build, BuildLogEntry, BuildPlan } from './template.ts'

export interface BuildRunsParts extends RunBuildParts {
  mostBuilds: number
  /** The size when the caller gives none. */
  size: MachineSize
}

/** The life of builds. */
export interface BuildRuns {
  /** The resources of a build; refused when too much is asked for. */
  resources(asked: { [Name in keyof MachineSize]?: number | undefined }): MachineSize
  start(build: Build, plan: BuildPlan): Promise<void>
  /** The present state: a build whose server ended meanwhile has failed. */
  current(build: Build): Build
  logs(build: Build): Promise<readonly BuildLogEntry[]>
  close(): Promise<void>
}

interface Running {
  log: BuildLog
  cancel: AbortController
  done: Promise<void>
}

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
      const [cancel, log] = [new AbortController(), createBuildLog(clock)]
      const done = runBuild(parts, { build, plan, log, cancel, takeTurn })
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
}
