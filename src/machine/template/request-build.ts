import { EngineError } from '../../contract/errors.ts'
import type { BuildRuns } from './build-runs.ts'
import { BUILT_IN } from './built-in.ts'
import { pruneBuilds } from './prune-builds.ts'
import { type Build, type BuildRequest, DEFAULT_TAG, type RequestedBuild, type Template } from './template.ts'
import { assertTags, ownTemplateName } from './template-name.ts'
import type { TemplateRecords } from './template-records.ts'

export interface RequestBuildParts {
  records: TemplateRecords
  runs: Pick<BuildRuns, 'resources'>
  newTemplateId(): string
  newBuildId(): string
  clock(): number
}

/** Stores a build that can then be started, with its template if that is new. */
export async function requestBuild(
  { records, runs, newTemplateId, newBuildId, clock }: RequestBuildParts,
  { name, tags, cpuCount, memoryMb }: BuildRequest,
  userId: string,
): Promise<RequestedBuild> {
  const own = ownTemplateName(name, userId)
  if (BUILT_IN.includes(own.name)) {
    throw new EngineError('INVALID_REQUEST', { problems: [`name: "${own.name}" is the name of a built-in template`] })
  }
  const asked = assertTags([...(own.tag === null ? [] : [own.tag]), ...tags])
  const given = asked.length > 0 ? asked : [DEFAULT_TAG]
  const size = runs.resources({ cpuCount, memoryMb })
  const createdAtMs = clock()
  const fresh: Template = {
    ...{ id: newTemplateId(), userId, createdAtMs, updatedAtMs: createdAtMs },
    ...{ name: own.name, isPublic: false, isSnapshot: false, tags: [] },
    ...{ useCount: 0, lastUsedAtMs: null },
  }
  const template = await records.named(own.name, fresh, given)
  const build: Build = {
    ...{ id: newBuildId(), userId, templateId: template.id, createdAtMs, updatedAtMs: createdAtMs },
    ...{ finishedAtMs: null, status: 'waiting', point: null, reason: null, machineId: null },
    tags: given,
    ...size,
  }
  await records.builds.insert(build)
  await pruneBuilds(records, template)
  return { template, build }
}
