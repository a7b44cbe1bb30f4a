import { setTimeout as sleep } from 'node:timers/promises'
import { createEngine } from '../src/engine.ts'
import { lookForLeftovers } from './leftovers.ts'
import { liveInSessions, type SessionsPlan } from './live-in-sessions.ts'
import { settledMemoryMb } from './settled-memory.ts'
import { statesLeft } from './states-left.ts'

const SETTLE_MS = 2000
const MOST_MORE_MB = { heap: 25, resident: 150 }

export interface SoakPlan extends Omit<SessionsPlan, 'engine'> {
  home: string
  /** Runs first: its growth of caches is no leak. A process grows with its first hundreds of executions, then no more. */
  warmUp: Pick<SessionsPlan, 'sessions' | 'executions'>
}

/** Runs the soak in an engine of its own; gives the resources before and after it. */
export async function soakSessions({ home, warmUp, ...plan }: SoakPlan) {
  const before = lookForLeftovers()
  const engine = await createEngine({
    home,
    logLevel: 'silent',
    activeSessions: 40,
    sessionFreezeMs: 1000,
    sessionUnloadMs: 10_000,
    warmSandboxes: 0,
  })
  await liveInSessions({ engine, ...plan, ...warmUp })
  const atStart = { ...(await settledMemoryMb()), descriptors: lookForLeftovers().descriptors }
  const story = await liveInSessions({ engine, ...plan })
  const atEnd = { ...(await settledMemoryMb()), descriptors: lookForLeftovers().descriptors }
  await engine.close()
  await sleep(SETTLE_MS)
  const after = lookForLeftovers()
  const states = await statesLeft(home)
  const isClean =
    (['processes', 'cgroups', 'directories'] as const).every((kind) => isNothingNew(before[kind], after[kind])) &&
    states.withoutRow.length + states.withoutFile.length === 0 &&
    states.states === 0 &&
    after.mounts <= before.mounts &&
    atEnd.heap <= atStart.heap + MOST_MORE_MB.heap &&
    atEnd.resident <= atStart.resident + MOST_MORE_MB.resident &&
    atEnd.descriptors <= atStart.descriptors + 2
  return { ...story, isClean, memoryMb: { atStart, atEnd }, leftovers: { before, after }, states }
}

const isNothingNew = (before: unknown[], after: unknown[]): boolean => after.every((one) => before.includes(one))
