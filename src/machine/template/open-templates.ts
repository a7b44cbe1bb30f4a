import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../../config/settings.ts'
import { EngineError } from '../../contract/errors.ts'
import type { Ground } from '../../contract/ground.ts'
import type { Limits } from '../../contract/limits.ts'
import type { NetworkPolicy } from '../../sandbox/network.ts'
import type { SandboxProvider } from '../../sandbox/sandbox.ts'
import type { Store } from '../../store/store.ts'
import type { LayerUse } from '../layer-use.ts'
import type { Images, MachineNetwork } from '../machine.ts'
import type { UserLayers } from '../user-layers.ts'
import { createBuildFiles } from './build-files.ts'
import { createBuildRuns } from './build-runs.ts'
import { createImages } from './create-images.ts'
import { createTemplates } from './create-templates.ts'
import { giveUpSteps } from './give-up-steps.ts'
import { sweepBuilds } from './sweep-builds.ts'
import { sweepSteps } from './sweep-steps.ts'
import type { BuildPlan, Templates } from './template.ts'
import { createTemplateRecords } from './template-records.ts'
import { createUploadLinks } from './upload-links.ts'

export interface TemplateNeeds extends Ground {
  config: Config
  store: Pick<Store, 'documents'>
  provider: SandboxProvider
  layers: UserLayers
  use: LayerUse
  /** The limits that all machines share. */
  limits: Omit<Limits, 'memoryMb' | 'cpuPercent' | 'diskMb'>
  policyOf(network: MachineNetwork): NetworkPolicy
  /** Resolves when a recipe may be built for this user. */
  mayBuild(plan: BuildPlan, userId: string): Promise<void>
  assertWalls(): Promise<void>
}

const SECRET_BYTES = 32
/** A recipe may fetch from any host that its author's machines may reach. */
const BUILD_NETWORK: MachineNetwork = {
  ...{ allowInternet: true, allowOut: [], denyOut: [], rules: {}, egressProxy: null },
  ...{ allowPublicTraffic: true, maskRequestHost: null, httpsPorts: [] },
}

/** Opens templates and their builds. */
export function openTemplates(parts: TemplateNeeds): {
  images: Images
  templates: Templates
  giveUpSteps(userId: string): Promise<void>
} {
  const { config, store, provider, layers, use, newId, clock, onTrouble } = parts
  const records = createTemplateRecords({ documents: store.documents, most: config.templates, clock })
  const ids = { newTemplateId: () => newId('tpl'), newBuildId: randomUUID, clock }
  const size = { cpuCount: config.machineCpus, memoryMb: config.machineMemoryMb }
  const images = createImages({ records, use, size, ...ids })
  const directory = join(config.home, 'template-files')
  const files = createBuildFiles({ directory, mostBytes: config.templateFileBytes, clock })
  const runs = createBuildRuns({
    ...{ records, provider, layers, use, clock, onTrouble, size, assertWalls: parts.assertWalls },
    network: parts.policyOf(BUILD_NETWORK),
    images: imagesOf(config),
    resolve: images.resolve,
    files: files.read,
    mostBuilds: config.concurrentBuilds,
    timeoutMs: config.buildTimeoutMs,
    limitsOf: (asked) => limitsOf(asked, parts),
  })
  files.sweep().catch(onTrouble)
  sweepSteps({ records, use, clock }).catch(onTrouble)
  sweepBuilds({ records, use, clock }).catch(onTrouble)
  const links = createUploadLinks({ secret: randomBytes(SECRET_BYTES), clock })
  return {
    images,
    templates: createTemplates({ records, runs, files, links, use, mayBuild: parts.mayBuild, ...ids }),
    giveUpSteps: (userId) => giveUpSteps({ records, use }, userId),
  }
}

/** Names of images hold colons and slashes, never an equals sign. */
function imagesOf({ images }: Config): Record<string, string> {
  return Object.fromEntries(images.map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]))
}

/** Programs of a build have the memory of its machines. */
function limitsOf(
  { cpuCount, memoryMb }: { cpuCount: number; memoryMb: number },
  { config, limits }: Pick<TemplateNeeds, 'config' | 'limits'>,
): Limits {
  const asked = [
    { name: 'cpuCount', value: cpuCount, ceiling: config.maxCpuPercent / 100, setting: 'ANNEAL_MAX_CPU_PERCENT' },
    { name: 'memoryMB', value: memoryMb, ceiling: config.maxMemoryMb, setting: 'ANNEAL_MAX_MEMORY_MB' },
  ]
  for (const limit of asked) if (limit.value > limit.ceiling) throw new EngineError('LIMIT_TOO_HIGH', limit)
  const { machineDiskMb: diskMb, buildTimeoutMs: timeoutMs } = config
  return { ...limits, timeoutMs, cpuPercent: cpuCount * 100, memoryMb, diskMb }
}
