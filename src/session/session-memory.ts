import { EngineError } from '../contract/errors.ts'
import { createTurns } from '../kernel/turns.ts'
import type { SessionRow, SessionRows } from '../store/session/session-rows.ts'
import { type KeepParts, keepSession } from './keep-session.ts'
import { isDeath, isSpoilt, type LoadedSession, type LoadParts, loadSession } from './loaded-session.ts'

export interface MemoryParts extends KeepParts, LoadParts {
  rows: SessionRows
  /** Most sessions in memory. */
  active: number
  /** The length of another engine's lease: a session that it may have left is waited for that long. */
  leaseMs: number
  onTrouble(error: unknown): void
}

interface Place {
  readonly turns: ReturnType<typeof createTurns>
  loaded: LoadedSession | undefined
  /** The session's user and its waiting callers: it stays in memory meanwhile. */
  users: number
  usedAt: number
}

const LOOK_AGAIN_MS = 100

/**
 * Sessions in memory, each used by one caller at a time. A caller gets a session awake: thawed, or loaded into a fresh
 * sandbox.
 */
export function createSessionMemory(parts: MemoryParts) {
  const places = new Map<string, Place>()
  const rooms = createTurns()
  /** Sessions on their way into memory. */
  let arriving = 0
  const size = () => [...places.values()].filter(({ loaded }) => loaded).length
  const { rows, engineId, clock } = parts

  const placeOf = (id: string): Place => {
    const known = places.get(id)
    if (known) return known
    const made: Place = { turns: createTurns(), loaded: undefined, users: 0, usedAt: clock() }
    places.set(id, made)
    return made
  }

  const forgetIfEmpty = (id: string, place: Place) => {
    if (place.users === 0 && !place.loaded && places.get(id) === place) places.delete(id)
  }

  /** The turn is the caller's until it calls the returned function. */
  async function enter(id: string, signal?: AbortSignal): Promise<{ place: Place; leave: () => void }> {
    const place = placeOf(id)
    place.users++
    const give = await place.turns.take(signal)
    let isLeft = false
    const leave = () => {
      if (isLeft) return
      isLeft = true
      place.users--
      place.usedAt = clock()
      give?.()
      forgetIfEmpty(id, place)
    }
    if (!give) {
      leave()
      throw (
        signal?.reason ?? new EngineError('SESSION_BUSY', { sessionId: id, doing: 'something else is running in it' })
      )
    }
    return { place, leave }
  }

  async function wake(place: Place, id: string, signal?: AbortSignal): Promise<LoadedSession> {
    if (place.loaded) {
      if (place.loaded.isFrozen) await thaw(place.loaded)
      return place.loaded
    }
    const row = await claimed(id, signal)
    const loaded = await arrive(row, signal).catch(async (error) => {
      await rows.release(id, engineId)
      throw error
    })
    settleIn(place, loaded)
    return loaded
  }

  /** A sandbox that ends by itself costs nothing but itself: the session goes on from its saved state. */
  function settleIn(place: Place, loaded: LoadedSession): void {
    const { live, row } = loaded
    place.loaded = loaded
    void live.ended
      .then(async () => {
        if (place.loaded !== loaded || loaded.live !== live) return
        place.loaded = undefined
        await giveUpClaim(row.id)
      })
      .catch(parts.onTrouble)
  }

  /** Lets other engines have the session, unless the holder of the turn loads it again here. */
  async function giveUpClaim(id: string): Promise<void> {
    const { place, leave } = await enter(id)
    try {
      if (!place.loaded) await rows.release(id, engineId)
    } finally {
      leave()
    }
  }

  async function arrive(row: SessionRow, signal?: AbortSignal): Promise<LoadedSession> {
    await makeRoom()
    try {
      return await loadSession(parts, row, signal)
    } finally {
      arriving--
    }
  }

  async function claimed(id: string, signal?: AbortSignal): Promise<SessionRow> {
    const until = performance.now() + parts.leaseMs + LOOK_AGAIN_MS
    while (!(await rows.claim(id, engineId, clock()))) {
      signal?.throwIfAborted()
      if (!(await rows.get(id))) throw new EngineError('SESSION_NOT_FOUND', { sessionId: id })
      if (performance.now() > until) throw new EngineError('SESSION_ELSEWHERE', { sessionId: id })
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    }
    const row = await rows.get(id)
    if (!row) throw new EngineError('SESSION_NOT_FOUND', { sessionId: id })
    return row
  }

  /** Makes room for an arriving session. Callers take turns, so that no two count on the same room. */
  async function makeRoom(): Promise<void> {
    const give = await rooms.take()
    try {
      while (size() + arriving >= parts.active) await unloadOldest()
      arriving++
    } finally {
      give()
    }
  }

  async function unloadOldest(): Promise<void> {
    const idle = [...places].filter(([, { loaded, users }]) => loaded && users === 0)
    const [oldest] = idle.sort(([, a], [, b]) => a.usedAt - b.usedAt)
    if (!oldest) {
      const setting = 'ANNEAL_ACTIVE_SESSIONS'
      throw new EngineError('SANDBOXES_FULL', { whose: 'This server', sandboxes: size() + arriving, setting })
    }
    // Waits for a freeze or an unload that is under way.
    const { place, leave } = await enter(oldest[0])
    try {
      if (place.loaded) await saveAndDrop(place, place.loaded)
    } finally {
      leave()
    }
  }

  /** Saves a session and releases its memory, unless somebody uses it. */
  async function unload(id: string): Promise<boolean> {
    const place = places.get(id)
    const give = place?.turns.enter()
    if (!place || !give) return false
    try {
      if (!place.loaded) return false
      await saveAndDrop(place, place.loaded)
      return true
    } finally {
      give()
      forgetIfEmpty(id, place)
    }
  }

  async function saveAndDrop(place: Place, loaded: LoadedSession): Promise<void> {
    if (loaded.isFrozen) await thaw(loaded)
    // Background programs may have written since the last execution.
    await saveLate(loaded).catch((error: unknown) => {
      // A sandbox that does not answer is given up; the last saved state is stored already.
      if (!isSpoilt(error) && !isDeath(error)) throw error
      parts.onTrouble(error)
    })
    await drop(place, loaded)
  }

  async function saveLate(loaded: LoadedSession): Promise<void> {
    await loaded.volumes?.takeBack()
    await keepSession(parts, loaded, { allInterpreters: true })
  }

  async function drop(place: Place, loaded: LoadedSession): Promise<void> {
    place.loaded = undefined
    await loaded.live.destroy()
    await rows.release(loaded.row.id, engineId)
  }

  return {
    /** Lends an awake session; others wait until it is left. */
    async take(id: string, signal?: AbortSignal): Promise<{ session: LoadedSession; leave: () => void }> {
      const { place, leave } = await enter(id, signal)
      try {
        return { session: await wake(place, id, signal), leave }
      } catch (error) {
        leave()
        throw error
      }
    },
    /** Ends a session's sandbox without saving it, after its user has left. */
    async discard(id: string): Promise<void> {
      const { place, leave } = await enter(id)
      try {
        if (place.loaded) await drop(place, place.loaded)
      } finally {
        leave()
      }
    },
    /** Ends the sandbox for the holder of the turn, without saving it: the next user gets the last saved state. */
    async discardLoaded(id: string, loaded: LoadedSession): Promise<void> {
      const place = places.get(id)
      if (place?.loaded === loaded) await drop(place, loaded)
    },
    /** Gives the holder of the turn the same session in a fresh sandbox, as it was saved last. */
    async renew(loaded: LoadedSession, signal?: AbortSignal): Promise<void> {
      const place = placeOf(loaded.row.id)
      place.loaded = undefined
      arriving++
      try {
        await loaded.live.destroy()
        Object.assign(loaded, await loadSession(parts, loaded.row, signal))
        settleIn(place, loaded)
      } catch (error) {
        await rows.release(loaded.row.id, engineId)
        throw error
      } finally {
        arriving--
      }
    },
    unload,
    /**
     * Freezes an idle session, so that it takes no processor time. Does nothing to a used one, or where nothing can be
     * frozen.
     */
    async freeze(id: string): Promise<void> {
      const place = places.get(id)
      const give = place?.turns.enter()
      if (!place || !give) return
      try {
        const { loaded } = place
        if (!loaded || loaded.isFrozen || loaded.cannotFreeze) return
        // A frozen sandbox would never finish a copy that is being made.
        await Promise.all(loaded.ready.values())
        loaded.isFrozen = true
        await loaded.live.pause().catch((error: unknown) => {
          loaded.isFrozen = false
          loaded.cannotFreeze = true
          if (!(error instanceof EngineError && error.code === 'UNSUPPORTED')) throw error
        })
      } finally {
        give()
      }
    },
    /** Ends the copies of a removed checkpoint with the next one. */
    doom(checkpointId: string): void {
      for (const { loaded } of places.values())
        if (loaded?.marks.has(checkpointId)) loaded.doomedMarks.push(checkpointId)
    },
    loaded: (id: string): LoadedSession | undefined => places.get(id)?.loaded,
    /** The unused sessions, and since when. */
    idle: () =>
      [...places].flatMap(([id, { loaded, users, usedAt }]) => (loaded && users === 0 ? [{ id, loaded, usedAt }] : [])),
    /** Saves and ends them all; waits for those in use. */
    async close(): Promise<void> {
      await Promise.all(
        [...places.keys()].map(async (id) => {
          const { leave } = await enter(id)
          leave()
          await unload(id).catch(parts.onTrouble)
        }),
      )
    },
    /** The number of sessions in memory. */
    size,
  }
}

export type SessionMemory = ReturnType<typeof createSessionMemory>

async function thaw(session: LoadedSession): Promise<void> {
  await session.live.resume()
  session.isFrozen = false
}
