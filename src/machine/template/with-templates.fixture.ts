import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Limits } from '../../contract/limits.ts'
import type { SandboxProvider } from '../../sandbox/sandbox.ts'
import { openSqlite } from '../../store/database/sqlite.ts'
import type { DocumentRows } from '../../store/document/document-rows.ts'
import { createFakeHome } from '../fake-home.fixture.ts'
import { createLayerUse } from '../layer-use.ts'
import type { Images } from '../machine.ts'
import { createUserLayers } from '../user-layers.ts'
import type { BuildState } from './build/build-state.ts'
import { createBuildFiles } from './build-files.ts'
import { createBuildRuns } from './build-runs.ts'
import { createImages } from './create-images.ts'
import { createTemplates } from './create-templates.ts'
import { giveUpSteps } from './give-up-steps.ts'
import { sweepBuilds } from './sweep-builds.ts'
import type { Build, Templates } from './template.ts'
import { createTemplateRecords, type TemplateRecords } from './template-records.ts'
import { createUploadLinks } from './upload-links.ts'

export interface TemplateTools {
  images: Images
  templates: Templates
  records: TemplateRecords
  /** The existing layers. */
  layers(): Promise<string[]>
  /** Adds a layer of its own. */
  layer(): Promise<string>
  giveUpSteps(userId: string): Promise<void>
  /** Looks for builds that a killed engine left, at this time. */
  sweepBuilds(atMs: number): Promise<void>
  /** Layers that machines use. */
  ofMachines: string[]
  /** A finished build of ada's with these layers, by the name it was asked for. */
  built(name: string, layers: string[]): Promise<Build>
}

export const POINT: BuildState = { layers: [], env: {}, user: 'user', workdir: null }

/** Everything of templates except sandboxes, on a real store; no build can be started. */
export async function withTemplates(use: (tools: TemplateTools) => Promise<void>): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'anneal-templates-'))
  const store = await openSqlite({ file: join(directory, 'anneal.db') })
  try {
    await use(await toolsOf(store.documents, directory))
  } finally {
    await store.close()
    await rm(directory, { recursive: true })
  }
}

async function toolsOf(documents: DocumentRows, directory: string) {
  const layers = createUserLayers({
    ...{ layers: createFakeHome().layers, documents, engineId: 'eng1', mostBytes: 1_000_000, clock: Date.now },
    isHeld: async () => false,
    makeRoom: (userId) => giveUpSteps(parts, userId),
  })
  const ofMachines: string[] = []
  const records = createTemplateRecords({ documents, most: 20, clock: Date.now })
  const inUse = async () => [...ofMachines, ...(await images.layersInUse())]
  const parts = {
    records,
    use: createLayerUse({ layers, inUse }),
    clock: Date.now,
    size: { cpuCount: 2, memoryMb: 512 },
  }
  let ids = 0
  const named = { ...parts, newTemplateId: () => `tpl${++ids}`, newBuildId: randomUUID }
  const images = createImages(named)
  const files = createBuildFiles({ directory: join(directory, 'files'), mostBytes: 1000, clock: Date.now })
  const runs = createBuildRuns({
    ...{ ...parts, layers, provider: undefined as unknown as SandboxProvider, network: { allow: [] }, images: {} },
    ...{ resolve: images.resolve, files: files.read, mostBuilds: 1, timeoutMs: 1000, onTrouble() {} },
    ...{ limitsOf: () => ({}) as Limits, assertWalls: async () => {} },
  })
  const links = createUploadLinks({ secret: Buffer.alloc(32), clock: Date.now })
  const templates = createTemplates({ ...named, runs, files, links })
  return {
    ...{ images, templates, records, ofMachines },
    layers: async () => (await layers.list()).toSorted(),
    giveUpSteps: (userId: string) => giveUpSteps(parts, userId),
    sweepBuilds: (atMs: number) => sweepBuilds({ ...parts, clock: () => atMs }),
    layer: () => layers.add('ada', empty()),
    async built(name: string, made: string[]) {
      const { build, template } = await templates.request({ name, tags: [] }, 'ada')
      const point = { ...POINT, layers: made, cpuCount: 2, memoryMb: 512 }
      await records.builds.change(build.id, (kept) => ({ ...kept, status: 'ready', point }))
      const tags = build.tags.map((tag) => ({ tag, buildId: build.id, createdAtMs: 1 }))
      await records.templates.change(template.id, (kept) => ({ ...kept, tags: [...kept.tags, ...tags] }))
      return build
    },
  }
}

async function* empty() {
  yield Buffer.from('{}')
}
