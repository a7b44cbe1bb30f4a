import { EngineError } from '../contract/errors.ts'
import { type Life, type LifeParts, notFound } from './life.ts'
import type { Images, MachineInfo, Snapshot } from './machine.ts'
import type { MachineRecord } from './machine-record.ts'
import { saveFiles } from './save-files.ts'

/** What a machine consists of at one moment, kept until it is let go. */
interface Copy {
  record: MachineRecord
  layer: string
  letGo(): Promise<void>
}

/** So many boot at once. */
const LANES = 4

export interface ForkOptions {
  count: number
  /** Begins a machine that consists of these layers. */
  begin(record: MachineRecord, layers: string[]): Promise<MachineInfo>
}

/** Copies of a machine's files, each a machine of its own; it goes on meanwhile. */
export async function forkMachine(
  parts: LifeParts,
  life: Life,
  { count, begin }: ForkOptions,
): Promise<(MachineInfo | { problem: string })[]> {
  const { record, layer, letGo } = await copy(parts, life)
  const answers: (MachineInfo | { problem: string })[] = []
  let next = 0
  const work = async () => {
    for (let n = next++; n < count; n = next++) {
      answers[n] = await begin(record, [...record.layers, layer]).catch(problemOf)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(LANES, count) }, work))
  } finally {
    await letGo()
  }
  return answers
}

/** What a machine is now, as something that others can start from. */
export async function snapshotMachine(
  parts: LifeParts,
  life: Life,
  { images, name }: { images: Images; name?: string },
): Promise<Snapshot> {
  const { record, layer, letGo } = await copy(parts, life)
  try {
    const { id: machineId, userId } = record.info
    const from = { ...record.from, layers: record.layers }
    return await images.addSnapshot({ userId, machineId, from, layer, ...(name !== undefined && { name }) })
  } finally {
    await letGo()
  }
}

/** A paused machine is copied as it was then. */
async function copy(parts: LifeParts, life: Life): Promise<Copy> {
  return life.alone(async (signal) => {
    const { record, box } = life
    const save = () => {
      if (!box) throw notFound(record)
      return saveFiles(parts, { life, box }, signal)
    }
    const layer = record.saved ?? (await save())
    const release = parts.use.hold([...record.layers, layer])
    const letGo = async () => {
      release()
      // Nobody has it if nothing came of the copies.
      await parts.use.release([layer]).catch(parts.onTrouble)
    }
    return { record, layer, letGo }
  })
}

/** What can be told to who asked; anything else is a bug, and rises. */
function problemOf(error: unknown): { problem: string } {
  if (error instanceof EngineError) return { problem: error.message }
  throw error
}
