import { EngineError } from '../contract/errors.ts'
import type { KnownMachines } from './known-machines.ts'
import type { Life } from './life.ts'
import type { Machines } from './machine.ts'
import type { MachineRecords } from './machine-records.ts'

export interface MachineTimeoutsParts {
  known: KnownMachines
  records: Pick<MachineRecords, 'save'>
  mostTimeoutMs: number
  clock(): number
}

/** The timeout when the caller gives none. */
export const USUAL_TIMEOUT_MS = 300_000

/** The times that machines may run, and their changes. */
export interface MachineTimeouts extends Pick<Machines, 'setTimeout' | 'refresh'> {
  /** Throws for a timeout that nobody may ask for. */
  assert(timeoutMs: number): void
  /** Prolongs the life of a running machine, and never shortens it; the caller must be alone with it. */
  prolong(life: Life, timeoutMs: number): Promise<void>
}

export function createMachineTimeouts({ known, records, mostTimeoutMs, clock }: MachineTimeoutsParts): MachineTimeouts {
  const assert = (timeoutMs: number) => {
    if (timeoutMs >= 0 && timeoutMs <= mostTimeoutMs) return
    const problem = `timeout: must be from 0 to ${mostTimeoutMs / 1000} s (ANNEAL_MACHINE_MAX_TIMEOUT_MS)`
    throw new EngineError('INVALID_REQUEST', { problems: [problem] })
  }
  const end = async (life: Life, endAtMs: number) => {
    const record = { ...life.record, info: { ...life.record.info, endAtMs } }
    await records.save(record)
    life.record = record
    life.deadline.set(endAtMs)
  }
  const prolong = async (life: Life, timeoutMs: number) => {
    const endAtMs = clock() + timeoutMs
    if (endAtMs > life.record.info.endAtMs) await end(life, endAtMs)
  }
  return {
    assert,
    prolong,
    async setTimeout(id, { userId, timeoutMs }) {
      assert(timeoutMs)
      const life = await known.find(id, userId)
      await whileItRuns(life, async () => end(life, clock() + timeoutMs))
    },
    async refresh(id, { userId, timeoutMs }) {
      assert(timeoutMs)
      const life = await known.find(id, userId)
      await whileItRuns(life, async () => prolong(life, timeoutMs))
    },
  }
}

/** Runs work alone with a running machine; throws MACHINE_PAUSED otherwise. */
export const whileItRuns = <T>(life: Life, work: () => Promise<T>): Promise<T> =>
  life.alone(async () => {
    const { id, state } = life.record.info
    if (state === 'paused') throw new EngineError('MACHINE_PAUSED', { machineId: id })
    return work()
  })
