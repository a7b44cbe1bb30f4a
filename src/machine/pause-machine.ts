import { EngineError } from '../contract/errors.ts'
import { untilAborted } from '../sandbox/egress/until-aborted.ts'
import type { Life, LifeParts } from './life.ts'
import type { MachineRecord } from './machine-record.ts'
import type { MachineSandbox } from './open-sandbox.ts'
import { saveFiles } from './save-files.ts'

export interface PauseOptions {
  /** True freezes the machine's processes; false ends them. */
  keepsMemory: boolean
  signal: AbortSignal
}

/**
 * Pauses a running machine. When this resolves its files are on the disk: a server that dies now loses only the memory.
 * When it fails the machine keeps running.
 */
export async function pauseMachine(parts: LifeParts, life: Life, options: PauseOptions): Promise<void> {
  const { sandbox, live } = life
  if (!sandbox || !live) throw new EngineError('MACHINE_PAUSED', { machineId: life.record.info.id })
  parts.assertMayPause(life.record.info.userId)
  life.stand()
  try {
    const problems = await untilAborted(sandbox.volumes.takeBack(), options.signal)
    await settle(parts, { life, sandbox, problems }, options)
  } catch (error) {
    if (life.sandbox === sandbox) life.goOn(sandbox)
    throw error
  }
  life.rest()
  if (options.keepsMemory) return makeRoom(parts, life)
  life.sandbox = undefined
  await sandbox.control.destroy().catch(parts.onTrouble)
}

async function makeRoom(parts: LifeParts, life: Life): Promise<void> {
  for (const other of parts.frozen.add(life)) {
    if (other === life) await dropMemory(parts, life)
    else void other.alone(() => dropMemory(parts, other)).catch(parts.onTrouble)
  }
}

/** The sandbox still runs while its files are saved: only the sandbox knows its changes. */
async function settle(
  parts: LifeParts,
  { life, sandbox, problems }: { life: Life; sandbox: MachineSandbox; problems: readonly string[] },
  { keepsMemory, signal }: PauseOptions,
): Promise<void> {
  const { control } = sandbox
  const saved = await saveFiles(parts, { life, sandbox }, signal)
  let isFrozen = false
  try {
    if (keepsMemory) await control.pause()
    isFrozen = keepsMemory
    signal.throwIfAborted()
    const record = pausedRecord(life.record, {
      saved,
      engineId: keepsMemory ? parts.engineId : null,
      at: parts.clock(),
    })
    await parts.records.save(record, problems)
    life.record = record
  } catch (error) {
    if (isFrozen) await control.resume()
    await parts.use.release([saved]).catch(parts.onTrouble)
    throw error
  }
}

function pausedRecord(
  record: MachineRecord,
  { saved, engineId, at }: Pick<MachineRecord, 'saved' | 'engineId'> & { at: number },
): MachineRecord {
  const info = { ...record.info, state: 'paused' as const, hasMemory: engineId !== null, endAtMs: at }
  return { ...record, info, saved, engineId }
}

/** Drops the memory of a paused machine; its files stay. */
export async function dropMemory(parts: LifeParts, life: Life): Promise<void> {
  const { sandbox, live, record } = life
  if (!sandbox || live) return
  const info = { ...record.info, hasMemory: false }
  parts.frozen.remove(life)
  life.record = { ...record, info, engineId: null }
  life.sandbox = undefined
  // When this fails the store still names this engine; the engine that takes over finds out that the sandbox is gone.
  await parts.records.save(life.record).catch(parts.onTrouble)
  await sandbox.control.destroy()
}
