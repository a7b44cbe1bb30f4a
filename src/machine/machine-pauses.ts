import { endMachine } from './end-machine.ts'
import type { KnownMachines } from './known-machines.ts'
import { isNotFound, type Life, type LifeParts } from './life.ts'
import type { LiveMachine, Machines } from './machine.ts'
import { type MachineTimeouts, USUAL_TIMEOUT_MS } from './machine-timeouts.ts'
import { pauseMachine } from './pause-machine.ts'
import { type WakeOptions, wakeMachine } from './wake-machine.ts'

/** A machine that traffic woke runs at least this long, so that its visitor can be answered. */
const LEAST_WAKE_MS = 300_000

/** Moves machines between running, paused and gone. */
export function createMachinePauses(
  parts: LifeParts,
  { known, timeouts }: { known: KnownMachines; timeouts: MachineTimeouts },
): Pick<Machines, 'connect' | 'pause' | 'kill' | 'reach'> {
  const wake = async (life: Life, options: WakeOptions) => {
    known.assertOpen()
    await wakeMachine(parts, life, options)
  }
  const reachPaused = (life: Life, mayWake: Parameters<Machines['reach']>[1]): Promise<LiveMachine | undefined> =>
    life.alone(async (signal) => {
      const { info } = life.record
      const isWoken = !life.live && info.autoResume && info.hasMemory && mayWake(info)
      const timeoutMs = Math.max(info.timeoutMs, LEAST_WAKE_MS)
      if (isWoken) await wake(life, { timeoutMs, keepsMemory: true, signal })
      return life.live
    })
  return {
    async connect(id, { userId, timeoutMs = USUAL_TIMEOUT_MS, keepsMemory = true }) {
      timeouts.assert(timeoutMs)
      const life = await known.find(id, userId)
      return life.alone(async (signal) => {
        const wasPaused = life.record.info.state === 'paused'
        if (wasPaused) await wake(life, { timeoutMs, keepsMemory, signal })
        else await timeouts.prolong(life, timeoutMs)
        return { info: life.record.info, wasPaused }
      })
    },
    async pause(id, { userId, keepsMemory }) {
      const life = await known.find(id, userId)
      await life.alone((signal) => pauseMachine(parts, life, { keepsMemory, signal }))
    },
    async kill(id, userId) {
      const life = await known.find(id, userId)
      await life.last(() => endMachine(parts, life, 'asked'))
      known.remove(life)
    },
    async reach(id, mayWake) {
      const life = known.get(id)
      if (!life || life.live) return life?.live
      return reachPaused(life, mayWake).catch((error) => {
        if (isNotFound(error)) return undefined
        throw error
      })
    },
  }
}
