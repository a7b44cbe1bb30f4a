import { EngineError } from '../contract/errors.ts'
import { type Life, type LifeParts, notFound } from './life.ts'
import type { Images, MachineInfo, Snapshot } from './machine.ts'
import type { MachineRecord } from './machine-record.ts'
import { saveFiles } from './save-files.ts'

/** The layers of a machine at one moment, kept until they are released. */
interface Copy {
  record: MachineRecord
  layer: string
  letGo(): Promise<void>
}

/** Number of machines that boot at once. */
const LANES = 4

export interface ForkOptions {
  count: number
  /** Begins a machine from these layers. */
  begin(record: MachineRecord, layers: string[]): Promise<MachineInfo>
}

/** Copies the files of a machine into new machines; the original goes on meanwhile. */
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

/** Keeps the present files of a machine as a starting point for others. */
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

/** A paused machine is copied as it was when it paused. */
async function copy(parts: LifeParts, life: Life): Promise<Copy> {
  return life.alone(async (signal) => {
    const { record, sandbox } = life
    const save = () => {
      if (!sandbox) throw notFound(record)
      return saveFiles(parts, { life, sandbox }, signal)
    }
    const layer = record.saved ?? (await save())
    const release = parts.use.hold([...record.layers, layer])
    const letGo = async () => {
      release()
      // No copy was made, so nobody holds the layer.
      await parts.use.release([layer]).catch(parts.onTrouble)
    }
    return { record, layer, letGo }
  })
}

/** A failure that the caller may see; any other error is a bug and is thrown. */
function problemOf(error: unknown): { problem: string } {
  if (error instanceof EngineError) return { problem: error.message }
  throw error
}
