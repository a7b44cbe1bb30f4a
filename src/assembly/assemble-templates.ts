import { randomBytes, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Config } from '../config/settings.ts'
import { EngineError } from '../contract/errors.ts'
import type { IdPrefix } from '../contract/id.ts'
import type { Limits } from '../contract/limits.ts'
import type { LayerUse } from '../machine/layer-use.ts'
import type { Images, MachineNetwork } from '../machine/machine.ts'
import { createBuildFiles } from '../machine/template/build-files.ts'
import { createBuildRuns } from '../machine/template/build-runs.ts'
import { createImages } from '../machine/template/create-images.ts'
import { createTemplates } from '../machine/template/create-templates.ts'
import { giveUpSteps } from '../machine/template/give-up-steps.ts'
import { sweepSteps } from '../machine/template/sweep-steps.ts'
import type { Templates } from '../machine/template/template.ts'
import { createTemplateRecords } from '../machine/template/template-records.ts'
import { createUploadLinks } from '../machine/template/upload-links.ts'
import type { UserLayers } from '../machine/user-layers.ts'
import type { NetworkPolicy } from '../sandbox/network.ts'
import type { SandboxProvider } from '../sandbox/sandbox.ts'
import type { Store } from '../store/store.ts'

export interface TemplateAssembly {
  config: Config
  store: Store
  provider: SandboxProvider
  layers: UserLayers
  use: LayerUse
  /** What all machines have alike. */
  limits: Omit<Limits, 'memoryMb' | 'cpuPercent' | 'diskMb'>
  policyOf(network: MachineNetwork): NetworkPolicy
  newId(prefix: IdPrefix): string
  clock(): number
  assertWalls(): Promise<void>
  onTrouble(error: unknown): void
}

const SECRET_BYTES = 32
/** A recipe fetches what it needs from wherever its author says, as the author's machines may. */
const BUILD_NETWORK: MachineNetwork = {
  ...{ allowInternet: true, allowOut: [], denyOut: [], rules: {}, egressProxy: null },
  ...{ allowPublicTraffic: true, maskRequestHost: null, httpsPorts: [] },
}

/** What machines start from, and how it is built. */
export function assembleTemplates(parts: TemplateAssembly): {
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
  const links = createUploadLinks({ secret: randomBytes(SECRET_BYTES), clock })
  return {
    images,
    templates: createTemplates({ records, runs, files, links, use, ...ids }),
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
  { config, limits }: Pick<TemplateAssembly, 'config' | 'limits'>,
): Limits {
  const asked = [
    { name: 'cpuCount', value: cpuCount, ceiling: config.maxCpuPercent / 100, setting: 'ANNEAL_MAX_CPU_PERCENT' },
    { name: 'memoryMB', value: memoryMb, ceiling: config.maxMemoryMb, setting: 'ANNEAL_MAX_MEMORY_MB' },
  ]
  for (const limit of asked) if (limit.value > limit.ceiling) throw new EngineError('LIMIT_TOO_HIGH', limit)
  const { machineDiskMb: diskMb, buildTimeoutMs: timeoutMs } = config
  return { ...limits, timeoutMs, cpuPercent: cpuCount * 100, memoryMb, diskMb }
}
