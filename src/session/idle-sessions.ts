import type { SessionRows } from '../store/session/session-rows.ts'
import type { SessionMemory } from './session-memory.ts'
import type { States } from './state/states.ts'

export interface IdleParts {
  memory: SessionMemory
  rows: SessionRows
  states: States
  clock(): number
  /** Idle time before each step; 0 means never. */
  freezeMs: number
  unloadMs: number
  removeMs: number
  onTrouble(error: unknown): void
}

const AT_ONCE = 50

/** Handles idle sessions: they are frozen, then saved and unloaded, then removed. */
export function createIdleSessions(parts: IdleParts) {
  const { memory, rows, states, clock, freezeMs, unloadMs, removeMs } = parts
  const trouble = (work: Promise<unknown>) => work.catch(parts.onTrouble)

  async function look(): Promise<void> {
    const now = clock()
    for (const { id, loaded, usedAt } of memory.idle()) {
      if (unloadMs > 0 && now - usedAt >= unloadMs) await trouble(memory.unload(id))
      else if (freezeMs > 0 && now - usedAt >= freezeMs && !loaded.isFrozen) await trouble(memory.freeze(id))
    }
    if (removeMs > 0) await trouble(removeOld(now))
  }

  async function removeOld(now: number): Promise<void> {
    for (const { id } of await rows.idle({ usedBefore: now - removeMs, now, limit: AT_ONCE })) {
      if (memory.loaded(id)) continue
      await states.release(await rows.remove(id, { at: now, reason: 'idle' }))
    }
  }

  return { look }
}
