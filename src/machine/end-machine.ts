import { setTimeout as sleep } from 'node:timers/promises'
import type { Life, LifeParts } from './life.ts'
import type { MachineEndReason } from './machine-drafts.ts'
import { bootLayers } from './machine-record.ts'
import type { MachineSandbox } from './open-sandbox.ts'
import { dropMemory, pauseMachine } from './pause-machine.ts'

/** A machine that cannot be paused, because of a full disk or its own doing, must not live on for ever. */
const MOST_FAILED_PAUSES = 3
const TRY_AGAIN_MS = 5000
/** A machine that has not reported its changes to volumes by then is given up. */
const TAKE_BACK_MS = 30_000

/** Ends a machine for good, running or paused, with everything that only it needs. The caller must be alone with it. */
export async function endMachine(parts: LifeParts, life: Life, reason: MachineEndReason): Promise<void> {
  const { sandbox, live, record } = life
  life.stand()
  if (live && sandbox) await Promise.race([sandbox.volumes.takeBack().catch(parts.onTrouble), patience()])
  try {
    await parts.records.remove(record.info.id, reason)
  } catch (error) {
    if (sandbox && live) life.goOn(sandbox)
    if (live || record.info.state === 'paused') throw error
    // Nothing runs any more: the next engine removes the record.
    parts.onTrouble(error)
  }
  life.isGone = true
  parts.frozen.remove(life)
  life.sandbox = undefined
  life.rest()
  await sandbox?.control.destroy().catch(parts.onTrouble)
  await parts.use.release(bootLayers(record)).catch(parts.onTrouble)
}

const patience = () => sleep(TAKE_BACK_MS, undefined, { ref: false })

/** Handles a sandbox that ended by itself: a running machine is gone with it, a paused one keeps its files. */
export async function loseSandbox(parts: LifeParts, life: Life, sandbox: MachineSandbox): Promise<void> {
  if (life.sandbox !== sandbox) return
  if (life.record.info.state === 'running') await endMachine(parts, life, 'lost')
  else await dropMemory(parts, life)
}

/** Handles the end of a machine's time, unless it was prolonged meanwhile. */
export async function expire(parts: LifeParts, life: Life, signal: AbortSignal): Promise<void> {
  const { info } = life.record
  if (!life.live) return
  if (info.endAtMs > parts.clock()) return life.deadline.set(info.endAtMs)
  const isPaused = info.onTimeout === 'pause' && life.failedPauses < MOST_FAILED_PAUSES
  const keepsMemory = info.pauseKeepsMemory && parts.provider.capabilities.has('pause')
  try {
    if (isPaused) await pauseMachine(parts, life, { keepsMemory, signal })
    else await endMachine(parts, life, 'timeout')
    life.failedPauses = 0
  } catch (error) {
    if (isPaused) life.failedPauses++
    life.deadline.set(parts.clock() + TRY_AGAIN_MS)
    throw error
  }
}

/** Handles the stop of the engine: running machines end, paused ones keep their files. */
export async function leaveBehind(parts: LifeParts, life: Life): Promise<void> {
  if (life.live) await endMachine(parts, life, 'stopped')
  else await dropMemory(parts, life)
}
