import { EngineError, problemsOf } from '../contract/errors.ts'
import { type SessionExecution, type SessionInfo, type SessionRequest, sessionRequest } from '../contract/session.ts'
import type { SessionRow, SessionRows } from '../store/session/session-rows.ts'
import { createIdleSessions } from './idle-sessions.ts'
import { keepSession } from './keep-session.ts'
import { isSpoilt, type LoadedSession } from './loaded-session.ts'
import { sessionInfoOf } from './session-info.ts'
import { createSessionMemory, type MemoryParts } from './session-memory.ts'

export interface SessionsParts extends MemoryParts {
  newSessionId(): string
  /** Idle time before each step; 0 means never. */
  freezeMs: number
  unloadMs: number
  removeMs: number
  /** Executions between automatic checkpoints, for sessions that set none. */
  checkpointEvery: number
  /** Throws for settings that are not allowed here. */
  assertAllowed(settings: SessionRow['settings'], userId: string): Promise<void>
}

export interface Owner {
  userId: string
  signal?: AbortSignal | undefined
}

export type Sessions = ReturnType<typeof createSessions>

/** Makes, finds, lends and removes sessions of users. Another user's session does not exist. */
export function createSessions(parts: SessionsParts) {
  const { rows, states, clock } = parts
  const memory = createSessionMemory(parts)
  const idle = createIdleSessions({ ...parts, memory })

  const owned = async (id: string, userId: string): Promise<SessionRow> => {
    const row = await rows.get(id)
    if (row?.userId !== userId) throw new EngineError('SESSION_NOT_FOUND', { sessionId: id })
    return row
  }
  const describe = async (row: SessionRow): Promise<SessionInfo> => {
    const loaded = memory.loaded(row.id)
    const saved = loaded?.saved ?? (row.stateId === null ? undefined : await states.read(row.stateId))
    const { removeMs: idleMs, checkpointEvery } = parts
    return sessionInfoOf({ row, loaded, manifest: saved?.manifest, idleMs, checkpointEvery })
  }

  async function create(request: SessionRequest, userId: string): Promise<SessionInfo> {
    const parsed = sessionRequest.safeParse(request)
    if (!parsed.success) throw new EngineError('INVALID_REQUEST', { problems: problemsOf(parsed.error, 'body') })
    await parts.assertAllowed(parsed.data, userId)
    const row = newRow({ id: parts.newSessionId(), userId, settings: parsed.data, now: clock() })
    await rows.create(row)
    return describe(row)
  }

  /** Lends an awake session, without saving the changes made in it. */
  async function use<T>(id: string, owner: Owner, work: (session: LoadedSession) => Promise<T>): Promise<T> {
    await owned(id, owner.userId)
    const { session, leave } = await memory.take(id, owner.signal)
    try {
      return await work(session)
    } catch (error) {
      // Half a change is not the saved state: the next user begins with the saved one.
      if (session.touched.size > 0 || isSpoilt(error)) await memory.discardLoaded(id, session).catch(parts.onTrouble)
      throw error
    } finally {
      leave()
    }
  }

  return {
    create,
    use,
    /** Lends a session, and saves it when the work has ended well. */
    change: <T>(id: string, owner: Owner, work: (session: LoadedSession) => Promise<T>): Promise<T> =>
      use(id, owner, async (session) => {
        const answer = await work(session)
        await keepSession(parts, session)
        return answer
      }),
    owned,
    newId: parts.newSessionId,
    assertAllowed: parts.assertAllowed,
    take: memory.take,
    async get(id: string, userId: string): Promise<SessionInfo> {
      return describe(await owned(id, userId))
    },
    async list(filter: Parameters<SessionRows['list']>[0]): Promise<SessionInfo[]> {
      return Promise.all((await rows.list(filter)).map(describe))
    },
    async update(id: string, userId: string, metadata: Record<string, string>): Promise<SessionInfo> {
      const row = await owned(id, userId)
      const settings = { ...row.settings, metadata }
      await rows.update(id, { settings, usedAt: clock() })
      const loaded = memory.loaded(id)
      if (loaded) loaded.row = { ...loaded.row, settings }
      return describe({ ...row, settings, usedAt: clock() })
    },
    async history(id: string, userId: string, page: { after?: number; limit: number }): Promise<SessionExecution[]> {
      await owned(id, userId)
      return rows.history({ sessionId: id, ...page })
    },
    /** Ends a session and everything in it; its checkpoints stay. */
    async remove(id: string, userId: string): Promise<void> {
      await owned(id, userId)
      await memory.discard(id)
      await states.release(await rows.remove(id, { at: clock(), reason: 'asked' }))
    },
    /** Makes a session that begins at a saved state. */
    async begin({ id = parts.newSessionId(), ...row }: Beginning): Promise<SessionInfo> {
      await parts.assertAllowed(row.settings, row.userId)
      const made = { ...newRow({ id, now: clock(), ...row }), ...row }
      await rows.create(made)
      return describe(made)
    },
    /** Freezes, unloads and removes idle sessions. */
    look: idle.look,
    memory,
    close: memory.close,
  }
}

/** A session that begins at a state; its id is made unless it is given. */
type Beginning = Pick<SessionRow, 'userId' | 'settings' | 'stateId' | 'branchedFrom' | 'conversation'> & { id?: string }

function newRow({ id, userId, settings, now }: Pick<SessionRow, 'id' | 'userId' | 'settings'> & { now: number }) {
  const row: SessionRow = {
    id,
    userId,
    settings,
    conversation: settings.conversation ?? id,
    stateId: null,
    executions: 0,
    createdAt: now,
    usedAt: now,
    engineId: null,
    branchedFrom: null,
  }
  return row
}
