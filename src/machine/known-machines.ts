import { EngineError } from '../contract/errors.ts'
import { endMachine, expire, loseSandbox } from './end-machine.ts'
import { createLife, isNotFound, type Life, type LifeParts } from './life.ts'
import type { MachineRecord } from './machine-record.ts'

/** The machines that this engine knows: those it has made, and those that no other engine has. */
export interface KnownMachines {
  add(record: MachineRecord): Life
  /** Finds a machine in memory by its id alone. */
  get(id: string): Life | undefined
  /** Throws MACHINE_NOT_FOUND, also for a machine of another user. */
  find(id: string, userId: string): Promise<Life>
  remove(life: Life): void
  /** Takes over from dead engines: their paused machines become known, their running ones are removed. */
  takeUp(filter: { userId?: string }): Promise<void>
  all(): Life[]
  /** Lets nothing run from now on: throws SERVER_STOPPING. */
  stop(): void
  assertOpen(): void
}

export function createKnownMachines(parts: LifeParts): KnownMachines {
  const lives = new Map<string, Life>()
  let isStopped = false
  const remove = (life: Life) => {
    if (life.isGone) lives.delete(life.record.info.id)
  }
  /** Runs work that nobody waits for. */
  const inBackground = (work: Promise<unknown>, life: Life) =>
    void work
      .catch((error) => {
        if (!isNotFound(error)) parts.onTrouble(error)
      })
      .finally(() => remove(life))

  const add = (record: MachineRecord): Life => {
    const life = createLife(record, parts, {
      onDue: () =>
        inBackground(
          life.alone((signal) => expire(parts, life, signal)),
          life,
        ),
      onLost: (sandbox) => {
        if (life.sandbox !== sandbox) return
        life.stand()
        inBackground(
          life.last(() => loseSandbox(parts, life, sandbox)),
          life,
        )
      },
    })
    lives.set(record.info.id, life)
    return life
  }
  const takeUp: KnownMachines['takeUp'] = async (filter) => {
    for (const record of await parts.records.free(filter)) {
      const life = add(record)
      if (record.info.state === 'paused') continue
      await life.last(() => endMachine(parts, life, 'abandoned')).catch(parts.onTrouble)
      remove(life)
    }
  }
  return {
    add,
    remove,
    takeUp,
    get: (id) => lives.get(id),
    async find(id, userId) {
      if (!lives.has(id)) await takeUp({ userId })
      const life = lives.get(id)
      if (life?.record.info.userId !== userId) throw new EngineError('MACHINE_NOT_FOUND', { machineId: id })
      return life
    },
    all: () => [...lives.values()],
    stop: () => {
      isStopped = true
    },
    assertOpen() {
      if (isStopped) throw new EngineError('SERVER_STOPPING', {})
    },
  }
}

/** Running machines are bounded by places, paused ones by their number on the disk. */
export const refusePausedBeyond =
  (most: number, all: () => Life[]): LifeParts['assertMayPause'] =>
  (userId) => {
    const isOwn = ({ record: { info } }: Life) => info.userId === userId && info.state === 'paused'
    const machines = all().filter(isOwn).length
    if (machines >= most) throw new EngineError('PAUSED_FULL', { machines, setting: 'ANNEAL_PAUSED_MACHINES' })
  }
