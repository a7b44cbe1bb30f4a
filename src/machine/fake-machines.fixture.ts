import { EngineError } from '../contract/errors.ts'
import type { Capability } from '../sandbox/sandbox.ts'
import { openMachines } from './create-machines.ts'
import type { FakeHome } from './fake-home.fixture.ts'
import { type FakeSandbox, fakeProvider } from './fake-sandboxes.fixture.ts'
import { createLayerUse } from './layer-use.ts'
import type { Images, Interpreters, MachineRequest, Machines, Snapshot } from './machine.ts'
import { createMachineRecords } from './machine-records.ts'
import { type LaidVolumes, nothingLaid } from './machine-volumes.ts'
import type { Seal } from './sealed-record.ts'
import { createUserLayers } from './user-layers.ts'

export interface FakeEngine {
  machines: Machines
  sandboxes: FakeSandbox[]
  running(): number
  troubles: unknown[]
  /** Names of calls whose next call fails. */
  failing: Set<'create' | 'pause' | 'changes' | 'snapshot'>
  sandboxOf(machineId: string): Promise<FakeSandbox | undefined>
  /** Kills the engine: only its home is left. */
  kill(): void
}

export const REQUEST: MachineRequest = {
  template: 'base',
  timeoutMs: 60_000,
  metadata: {},
  env: {},
  network: {
    ...{ allowInternet: true, allowOut: [], denyOut: [], rules: {}, egressProxy: null },
    ...{ allowPublicTraffic: true, maskRequestHost: null, httpsPorts: [] },
  },
  onTimeout: 'kill',
  pauseKeepsMemory: true,
  autoResume: false,
  isSecured: true,
  volumes: [],
}

/** A seal that hides the text. */
export const FAKE_SEAL: Seal = {
  close: (text) => ({ nonce: '', tag: '', content: Buffer.from(text).toString('base64') }),
  open: ({ content }) => Buffer.from(content, 'base64').toString(),
}

let ids = 0

export async function openFakeEngine(
  home: FakeHome,
  options: {
    places?: number
    /** The volumes of every sandbox. */
    laid?: LaidVolumes
    mostFrozen?: number
    mostPaused?: number
    mostBytes?: number
    capabilities?: Capability[]
    images?: Images
  } = {},
): Promise<FakeEngine> {
  const { documents, engines } = home
  const engineId = `eng${++ids}`
  engines.add(engineId)
  const sandboxes: FakeSandbox[] = []
  const failing: FakeEngine['failing'] = new Set()
  const troubles: unknown[] = []
  let running = 0
  const provider = fakeProvider({ sandboxes, failing, layers: home.layers, capabilities: options.capabilities })
  const clock = Date.now
  const layers = createUserLayers({
    ...{ layers: home.layers, documents, engineId, clock, mostBytes: options.mostBytes ?? 1_000_000 },
    isHeld: async () => false,
    makeRoom: async () => {},
  })
  const images = options.images ?? fakeImages(failing)
  const records = createMachineRecords({
    documents,
    leases: { living: async () => [...engines] },
    engineId,
    seal: FAKE_SEAL,
    clock,
  })
  const inUse = async () => [...(await records.layersInUse()), ...(await images.layersInUse())]
  const machines = await openMachines({
    ...{
      provider,
      layers,
      images,
      records,
      engineId,
      clock,
      volumes: { lay: async () => options.laid ?? nothingLaid },
    },
    use: createLayerUse({ layers, inUse }),
    limits: { timeoutMs: 1, processes: 1, openFiles: 1, outputBytes: 1 },
    diskMb: 100,
    mostTimeoutMs: 86_400_000,
    mostFrozen: options.mostFrozen ?? 10,
    mostPaused: options.mostPaused ?? 10,
    newId: (prefix) => `${prefix}${++ids}`,
    newToken: () => `token${++ids}`,
    openInterpreters: () => ({}) as Interpreters,
    policyOf: async () => ({ allow: [] }),
    assertWalls: async () => {},
    onTrouble: (error) => void troubles.push(error),
    takePlace(userId) {
      const setting = 'ANNEAL_LIVE_SANDBOXES'
      const full = { whose: userId, sandboxes: running, setting }
      if (running >= (options.places ?? 100)) throw new EngineError('SANDBOXES_FULL', full)
      running++
      let isLeft = false
      return () => {
        if (!isLeft) running--
        isLeft = true
      }
    },
  })
  return {
    ...{ machines, sandboxes, failing, troubles },
    running: () => running,
    async sandboxOf(machineId) {
      const live = await machines.reach(machineId, () => false)
      return sandboxes.find(({ id }) => id === live?.sandbox.id)
    },
    kill() {
      engines.delete(engineId)
      for (const sandbox of sandboxes) sandbox.isEnded = true
    },
  }
}

function fakeImages(failing: FakeEngine['failing']): Images {
  const snapshots = new Map<string, { snapshot: Snapshot; layers: string[] }>()
  return {
    async resolve(name) {
      const layers = name === 'base' ? [] : snapshots.get(name)?.layers
      if (!layers) throw new EngineError('TEMPLATE_NOT_FOUND', { template: name })
      const size = { cpuCount: 2, memoryMb: 512 }
      return { templateId: name, alias: 'plain', layers, env: { FROM: name }, user: 'user', workdir: null, ...size }
    },
    countUse: async () => {},
    async addSnapshot({ machineId, from, layer }) {
      if (failing.has('snapshot')) throw new EngineError('STORE_FULL', { reason: 'planted' })
      const snapshot = { id: `tpl${++ids}:default`, names: [], machineId, createdAtMs: Date.now() }
      snapshots.set(snapshot.id, { snapshot, layers: [...from.layers, layer] })
      return snapshot
    },
    listSnapshots: async () => [...snapshots.values()].map(({ snapshot }) => snapshot),
    layersInUse: async () => [...snapshots.values()].flatMap(({ layers }) => layers),
    remove: async (id) => snapshots.delete(id),
  }
}
