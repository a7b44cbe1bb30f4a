import type { Life, LifeParts } from './life.ts'
import { bootLayers, type MachineRecord } from './machine-record.ts'
import { type MachineSandbox, openSandbox } from './open-sandbox.ts'

export interface WakeOptions {
  timeoutMs: number
  /** False boots the machine from its files, even where its processes are still there. */
  keepsMemory: boolean
  signal: AbortSignal
}

const MOST_OWN_LAYERS = 20

/** The first boot of a machine, or of a copy of one. */
export async function bootMachine(parts: LifeParts, life: Life, signal: AbortSignal): Promise<void> {
  const leave = parts.takePlace(life.record.info.userId)
  try {
    const sandbox = await openSandbox(parts, life.record, signal)
    const record = endingAfter(parts, life.record, life.record.info.timeoutMs)
    await parts.records.insert(record).catch((error) => ending(sandbox, error))
    life.record = record
    life.goOn(sandbox, leave)
  } catch (error) {
    leave()
    throw error
  }
}

/** Wakes a paused machine. When this fails it stays paused. */
export async function wakeMachine(parts: LifeParts, life: Life, options: WakeOptions): Promise<void> {
  const { record: before, sandbox: frozen } = life
  const leave = parts.takePlace(before.info.userId)
  try {
    if (frozen && options.keepsMemory) await thaw(parts, { life, frozen, leave }, options)
    else await bootAgain(parts, { life, leave }, options)
    parts.frozen.remove(life)
  } catch (error) {
    leave()
    throw error
  }
}

async function thaw(
  parts: LifeParts,
  { life, frozen, leave }: { life: Life; frozen: MachineSandbox; leave(): void },
  { timeoutMs }: WakeOptions,
): Promise<void> {
  const before = life.record
  await frozen.control.resume()
  const record = endingAfter(
    parts,
    runningRecord(before, { layers: before.layers, engineId: parts.engineId }),
    timeoutMs,
  )
  try {
    await parts.records.save(record)
  } catch (error) {
    await frozen.control.pause()
    throw error
  }
  life.record = record
  life.goOn(frozen, leave)
  // The saved changes are still in its sandbox, and will be saved again.
  if (before.saved !== null) void parts.use.release([before.saved]).catch(parts.onTrouble)
}

async function bootAgain(
  parts: LifeParts,
  { life, leave }: { life: Life; leave(): void },
  { timeoutMs, signal }: WakeOptions,
): Promise<void> {
  const { record: before, sandbox: frozen } = life
  const all = bootLayers(before)
  const layers = await fewLayers(parts, before)
  try {
    const running = runningRecord(before, { layers, engineId: parts.engineId })
    const sandbox = await openSandbox(parts, running, signal)
    const record = endingAfter(parts, running, timeoutMs)
    await parts.records.save(record).catch((error) => ending(sandbox, error))
    life.record = record
    life.goOn(sandbox, leave)
    await frozen?.control.destroy().catch(parts.onTrouble)
  } finally {
    // Releases the layers that the record does not name.
    if (layers.length < all.length) void parts.use.release([...all, ...layers]).catch(parts.onTrouble)
  }
}

/** Each boot from files adds a layer, and a root directory can stack only a limited number. */
async function fewLayers({ layers, onTrouble }: LifeParts, record: MachineRecord): Promise<string[]> {
  const all = bootLayers(record)
  const below = record.from.layers
  const own = all.slice(below.length)
  if (own.length < MOST_OWN_LAYERS) return all
  const merged = await layers.merge(record.info.userId, own).catch(onTrouble)
  return merged === undefined ? all : [...below, merged]
}

const runningRecord = (
  record: MachineRecord,
  { layers, engineId }: Pick<MachineRecord, 'layers' | 'engineId'>,
): MachineRecord => ({
  ...record,
  ...{ layers, engineId, saved: null },
  info: { ...record.info, state: 'running', hasMemory: true },
})

const endingAfter = ({ clock }: LifeParts, record: MachineRecord, timeoutMs: number): MachineRecord => ({
  ...record,
  info: { ...record.info, endAtMs: clock() + timeoutMs },
})

async function ending(sandbox: MachineSandbox, error: unknown): Promise<never> {
  await sandbox.control.destroy()
  throw error
}
