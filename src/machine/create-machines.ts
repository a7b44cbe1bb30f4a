import { forkMachine, snapshotMachine } from './copy-machine.ts'
import { leaveBehind } from './end-machine.ts'
import { createFrozenMachines } from './frozen-machines.ts'
import { createKnownMachines, type KnownMachines, refusePausedBeyond } from './known-machines.ts'
import { isNotFound, type Life, type LifeParts } from './life.ts'
import type { Images, MachineInfo, Machines } from './machine.ts'
import { createMachinePauses } from './machine-pauses.ts'
import type { MachineRecord } from './machine-record.ts'
import { createMachineTimeouts, USUAL_TIMEOUT_MS, whileItRuns } from './machine-timeouts.ts'
import { matchesFilter, newestFirst } from './matches-filter.ts'
import { copyOf, type NewMachineParts, newMachine, withNetwork } from './new-machine.ts'
import { bootMachine } from './wake-machine.ts'

export interface MachinesParts extends Omit<LifeParts, 'frozen' | 'onBoot' | 'assertMayPause'>, NewMachineParts {
  images: Images
  mostTimeoutMs: number
  /** Most paused machines that keep their memory; one more takes the memory of the machine that paused first. */
  mostFrozen: number
  /** Most paused machines of one user. */
  mostPaused: number
}

/** Machines: systems that live on their own until their time is over, or their owner ends them. */
export async function openMachines(given: MachinesParts): Promise<Machines> {
  const booted: Parameters<Machines['onBoot']>[0][] = []
  const onBoot: LifeParts['onBoot'] = (id, sandbox) => {
    for (const tell of booted) tell(id, sandbox)
  }
  const assertMayPause = refusePausedBeyond(given.mostPaused, () => known.all())
  const parts = { ...given, onBoot, assertMayPause, frozen: createFrozenMachines<Life>(given.mostFrozen) }
  const known = createKnownMachines(parts)
  const timeouts = createMachineTimeouts({ known, ...parts })
  await known.takeUp({})
  return {
    ...createBeginnings(parts, known, timeouts.assert),
    ...createMachinePauses(parts, { known, timeouts }),
    setTimeout: timeouts.setTimeout,
    refresh: timeouts.refresh,
    ...createLooks(known),
    onBoot: (listener) => void booted.push(listener),
    async snapshot(id, { userId, name }) {
      const life = await known.find(id, userId)
      return snapshotMachine(parts, life, { images: parts.images, ...(name !== undefined && { name }) })
    },
    async setNetwork(id, { userId, network: changes }) {
      const life = await known.find(id, userId)
      // A person may have to be asked, and the machine goes on meanwhile.
      await parts.mayReach?.({ ...life.record.info.network, ...changes }, userId)
      await whileItRuns(life, async () => {
        const network = { ...life.record.info.network, ...changes }
        await life.sandbox?.control.setNetwork(await parts.policyOf(network, { id, userId }))
        const record = { ...life.record, info: withNetwork(parts, life.record.info, network) }
        await parts.records.save(record)
        life.record = record
      })
    },
    async close() {
      known.stop()
      const leave = (life: Life) =>
        life.last(() => leaveBehind(parts, life)).catch((error) => isNotFound(error) || parts.onTrouble(error))
      await Promise.all(known.all().map(leave))
    },
  }
}

/** Calls that begin new machines and copies of others. */
function createBeginnings(
  parts: MachinesParts & LifeParts,
  known: KnownMachines,
  assertTimeout: (timeoutMs: number) => void,
): Pick<Machines, 'create' | 'fork'> {
  const begin = async (record: MachineRecord): Promise<MachineInfo> => {
    known.assertOpen()
    const letGo = parts.use.hold(record.layers)
    const life = known.add(record)
    try {
      await life.alone((signal) => bootMachine(parts, life, signal))
      return life.record.info
    } catch (error) {
      life.isGone = true
      known.remove(life)
      known.assertOpen()
      throw error
    } finally {
      letGo()
    }
  }
  return {
    async create(request, userId) {
      assertTimeout(request.timeoutMs)
      const from = await parts.images.resolve(request.template, userId)
      const info = await begin(newMachine(parts, { request, from, userId }))
      void parts.images.countUse(from.templateId).catch(parts.onTrouble)
      return info
    },
    async fork(id, { userId, count, timeoutMs = USUAL_TIMEOUT_MS }) {
      assertTimeout(timeoutMs)
      const life = await known.find(id, userId)
      return forkMachine(parts, life, {
        count,
        begin: (record, layers) => begin(copyOf(parts, record, { layers, timeoutMs })),
      })
    },
  }
}

/** Read-only queries. */
function createLooks(known: KnownMachines): Pick<Machines, 'get' | 'list' | 'metrics' | 'tokens'> {
  return {
    get: async (id, userId) => (await known.find(id, userId)).record.info,
    async list(filter) {
      await known.takeUp({ userId: filter.userId })
      const all = known.all().map(({ record }) => record.info)
      return all.filter((info) => matchesFilter(info, filter)).toSorted(newestFirst)
    },
    metrics: async (id, { userId, ...range }) => (await known.find(id, userId)).samples.list(range),
    *tokens() {
      for (const { record } of known.all()) {
        const { id, accessToken } = record.info
        if (accessToken !== null) yield { id, accessToken }
      }
    },
  }
}
