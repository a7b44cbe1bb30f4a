import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { machineLimits } from '../config/machine-limits.ts'
import type { Config } from '../config/settings.ts'
import type { Edge } from '../contract/effect.ts'
import type { Ground } from '../contract/ground.ts'
import type { Limits } from '../contract/limits.ts'
import type { Part } from '../contract/part.ts'
import { createContexts } from '../kernel/contexts.ts'
import { allKernelPrograms } from '../kernel/kernel-programs.ts'
import type { Layers } from '../sandbox/layers.ts'
import type { SandboxProvider } from '../sandbox/sandbox.ts'
import type { Store } from '../store/store.ts'
import { openMachines } from './create-machines.ts'
import { createInterpreters } from './interpreters.ts'
import { createLayerUse } from './layer-use.ts'
import type { Images, Machines } from './machine.ts'
import { hostsOf, policyOf } from './machine-policy.ts'
import { createMachineRecords } from './machine-records.ts'
import { noLayers } from './no-layers.ts'
import type { Seal } from './sealed-record.ts'
import { type SweepParts, sweepLayers } from './sweep-layers.ts'
import { openTemplates } from './template/open-templates.ts'
import type { Templates } from './template/template.ts'
import { createUserLayers } from './user-layers.ts'
import { createMachineVolumes, type SharedVolumes, type VolumeCopies } from './volumes-in-machines.ts'

export interface MachineNeeds extends Ground {
  config: Config
  store: Pick<Store, 'documents' | 'leases' | 'backup'>
  sandbox: SandboxProvider
  mounts: VolumeCopies
  engineId: string
  seal: Seal
  takePlace(userId: string): () => void
  /** Fills in secrets of a user that a header names. */
  secrets: { fill(userId: string, value: string): Promise<string> }
  grants: { assertWalls(): Promise<void> }
  edge: Edge
}

/** Machines and their templates. */
export interface MachinesApi {
  machines: Machines
  images: Images
  templates: Templates
  settleVolume: SharedVolumes['settle']
}

const TOKEN_BYTES = 20
const EVERY_HOST = '*'
const NEVER = new AbortController().signal
const SWEEP_MS = 3_600_000

export async function machinesPart(parts: MachineNeeds): Promise<Part<MachinesApi>> {
  const { config, store, sandbox: provider, newId, clock, engineId, onTrouble, takePlace, edge } = parts
  const { assertWalls } = parts.grants
  const volumes = createMachineVolumes(parts.mounts, onTrouble)
  const limits = machineLimits(config)
  const openness = { ceiling: config.networkCeiling, isOpen: config.machineInternet }
  const records = createMachineRecords({
    ...{ documents: store.documents, leases: store.leases, engineId, clock, seal: parts.seal },
  })
  const layers = createUserLayers({
    layers: await openLayers(parts, limits),
    ...{ documents: store.documents, engineId, mostBytes: config.layerBytes, clock },
    isHeld: store.backup.isHeld,
    makeRoom: (userId) => giveUpSteps(userId),
  })
  const inUse = async () => [...(await records.layersInUse()), ...(await images.layersInUse())]
  const use = createLayerUse({ layers, inUse })
  const { images, templates, giveUpSteps } = openTemplates({
    ...{ config, store, provider, layers, use, limits, newId, clock, assertWalls, onTrouble },
    policyOf: (network) => policyOf(network, openness),
    async mayBuild(plan, userId) {
      const of = { userId, signal: NEVER }
      await edge.recipe('Build a template', { plan }, of)
      await edge.hosts(openness.isOpen ? [EVERY_HOST] : [], { plan }, of)
    },
  })
  const machines = await openMachines({
    ...{ provider, layers, volumes, images, records, engineId, newId, clock, takePlace, assertWalls, onTrouble },
    ...{ use, limits },
    newToken: () => randomBytes(TOKEN_BYTES).toString('hex'),
    async policyOf(network, { id, userId }) {
      const beyond = await edge.newHosts({ machine: id }, { userId, signal: NEVER })
      const fillHeader = (value: string) => parts.secrets.fill(userId, value)
      return policyOf(network, { ...openness, fillHeader, ...(beyond && { beyond }) })
    },
    mayReach: (network, userId, signal = NEVER) =>
      edge.hosts(hostsOf(network, openness), { network }, { userId, signal }),
    mayStart: (command, given, userId) => edge.process(command, given, { userId, signal: NEVER }),
    diskMb: config.machineDiskMb,
    mostTimeoutMs: config.machineMaxTimeoutMs,
    mostFrozen: config.frozenMachines,
    mostPaused: config.pausedMachines,
    openInterpreters: (sandbox, env, userId) =>
      createInterpreters({
        mayRun: (program, signal) => edge.program(program, { userId, signal }),
        contexts: createContexts({ sandbox, programs: allKernelPrograms, newId: () => newId('ctx') }),
        env,
        isSystem: provider.capabilities.has('system'),
      }),
  })
  const livingEngines = async () => [engineId, ...(await store.leases.living(clock()))]
  const stopSweeps = startSweeps({ layers, use, livingEngines, clock }, { onTrouble, leaseMs: config.leaseMs })
  /** Builds are closed first: they have sandboxes of their own. */
  const close = async () => {
    await stopSweeps()
    await templates.close()
    await machines.close()
  }
  return { api: { machines: { ...machines, close }, images, templates, settleVolume: volumes.settle }, close }
}

interface SweepTimes {
  leaseMs: number
  onTrouble(error: unknown): void
}

/** Sweeps at once, when the leases of engines that were dead by then have ended, and periodically. */
function startSweeps(parts: SweepParts, { leaseMs, onTrouble }: SweepTimes): () => Promise<void> {
  let last = Promise.resolve()
  const sweep = () => {
    last = last.then(() => sweepLayers(parts)).catch(onTrouble)
  }
  sweep()
  const timers = [setTimeout(sweep, leaseMs + 1), setInterval(sweep, SWEEP_MS)]
  for (const timer of timers) timer.unref()
  return () => {
    for (const timer of timers) clearTimeout(timer)
    return last
  }
}

/** Layers exist only for providers whose sandboxes are whole systems. */
async function openLayers({ sandbox: provider, config, newId }: MachineNeeds, limits: Limits): Promise<Layers> {
  if (!provider.openLayers || !provider.capabilities.has('system')) return noLayers
  return provider.openLayers({ directory: join(config.home, 'layers'), limits, newId: () => newId('lay') })
}
