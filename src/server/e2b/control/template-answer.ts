import type { Build, BuildLogEntry, BuildReason, Template } from '../../../engine.ts'
import { ENVD_VERSION } from './sandbox-answer.ts'

const timeOf = (atMs: number) => new Date(atMs).toISOString()

/** The names of a template: as it was named, and with its owner. */
export const namesOf = ({ userId, name }: Template) => ({
  aliases: name === null ? [] : [name],
  names: name === null ? [] : [`${userId}/${name}`],
})

/** A template in a list: with the last successful build, or else the last one. */
export function templateAnswer({ template, builds }: { template: Template; builds: Build[] }, diskMb: number) {
  const last = builds.findLast(({ status }) => status === 'ready') ?? builds.at(-1)
  return {
    ...aboutOf(template),
    buildID: last?.id ?? '',
    cpuCount: last?.cpuCount ?? 0,
    memoryMB: last?.memoryMb ?? 0,
    diskSizeMB: diskMb,
    createdBy: null,
    buildCount: builds.length,
    envdVersion: ENVD_VERSION,
    buildStatus: builds.at(-1)?.status ?? 'waiting',
  }
}

export const templateWithBuilds = ({ template, builds }: { template: Template; builds: Build[] }, diskMb: number) => ({
  ...aboutOf(template),
  builds: builds.map((build) => ({
    buildID: build.id,
    status: build.status,
    createdAt: timeOf(build.createdAtMs),
    updatedAt: timeOf(build.updatedAtMs),
    ...(build.finishedAtMs !== null && { finishedAt: timeOf(build.finishedAtMs) }),
    cpuCount: build.cpuCount,
    memoryMB: build.memoryMb,
    diskSizeMB: diskMb,
    envdVersion: ENVD_VERSION,
  })),
})

const aboutOf = (template: Template) => ({
  templateID: template.id,
  public: template.isPublic,
  ...namesOf(template),
  createdAt: timeOf(template.createdAtMs),
  updatedAt: timeOf(template.updatedAtMs),
  lastSpawnedAt: template.lastUsedAtMs === null ? null : timeOf(template.lastUsedAtMs),
  spawnCount: template.useCount,
})

export const logAnswer = ({ atMs, level, message, step }: BuildLogEntry) => ({
  timestamp: timeOf(atMs),
  level,
  message,
  ...(step !== undefined && { step }),
})

export const reasonAnswer = ({ message, step, logs }: BuildReason) => ({
  message,
  ...(step !== undefined && { step }),
  logEntries: logs.map(logAnswer),
})
