import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Sandbox } from 'e2b'
import { keepKilling } from './keep-killing.ts'
import { leftBy } from './left-by.ts'
import { type Connection, liveOnce, type MachineLife } from './machine-life.ts'
import { openServerToKill } from './server-to-kill.ts'

export interface ChurnPlan {
  home: string
  forMs: number
  /** Longest time between two kills. */
  mostMs: number
}

const CLIENTS = 3
/** Unused layers are removed within a moment. */
const SETTLE_MS = 2000
const AWAY_MS = 200

/**
 * Runs a server with machines that come and go while it and they are killed. Reports the faults, and the leftovers of them all.
 */
export async function churnMachines({ home, forMs, mostMs }: ChurnPlan) {
  const { server, apiKey, temporary, url } = await openServerToKill(home, { ANNEAL_LEASE_MS: '1000' })
  const connection: Connection = { apiUrl: url, sandboxUrl: url, apiKey, requestTimeoutMs: 30_000 }
  const until = Date.now() + forMs
  try {
    const [kills, ...lives] = await Promise.all([
      keepKilling(server, { isOver: () => Date.now() > until, mostMs }),
      ...Array.from({ length: CLIENTS }, () => keepLiving(connection, until)),
    ])
    await removeAll(connection)
    await server.stop()
    await sleep(SETTLE_MS)
    const layers = await readdir(join(home, 'layers')).catch(() => [])
    return { kills, ...sumUp(lives.flat()), left: { ...(await leftBy(server, { home, temporary })), layers } }
  } finally {
    await server.stop()
  }
}

async function keepLiving(connection: Connection, until: number): Promise<MachineLife[]> {
  const lives: MachineLife[] = []
  while (Date.now() < until) {
    // A killed server takes seconds to come back on a busy machine: a call that nobody answers proves nothing.
    if (await answers(connection)) lives.push(await liveOnce(connection))
    else await sleep(AWAY_MS)
  }
  return lives
}

const answers = ({ apiUrl }: Connection): Promise<boolean> =>
  fetch(`${apiUrl}/v1/health`).then(
    ({ ok }) => ok,
    () => false,
  )

function sumUp(lives: MachineLife[]) {
  const count = (how: MachineLife['ended']) => lives.filter(({ ended }) => ended === how).length
  return {
    lives: lives.length,
    whole: count('whole'),
    /** Calls that failed because a process was killed under them. */
    broken: count('broken'),
    /** Files that were written before a pause and missing after it. */
    lost: count('lost'),
    mixedUp: count('mixed up'),
  }
}

/** Removes machines left running on purpose, or because their owner was cut off, and every snapshot. */
async function removeAll(connection: Connection): Promise<void> {
  const machines = Sandbox.list(connection)
  while (machines.hasNext) {
    for (const { sandboxId } of await machines.nextItems()) await Sandbox.kill(sandboxId, connection)
  }
  const snapshots = Sandbox.listSnapshots(connection)
  while (snapshots.hasNext) {
    for (const { snapshotId } of await snapshots.nextItems()) await Sandbox.deleteSnapshot(snapshotId, connection)
  }
}
