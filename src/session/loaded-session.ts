import type { LostPart } from '../contract/attempt-state.ts'
import { EngineError } from '../contract/errors.ts'
import type { KernelMark } from '../kernel/kernel-state.ts'
import { WORKSPACE } from '../sandbox/sandbox.ts'
import type { SessionRow } from '../store/session/session-rows.ts'
import type { LiveSandbox } from './live-sandbox.ts'
import type { SavedState, States } from './state/states.ts'
import type { LaidVolumes, VolumeMounts } from './volume/volume-mounts.ts'

/** A session in memory: its sandbox, its interpreters, and its last saved state. */
export interface LoadedSession {
  row: SessionRow
  readonly live: LiveSandbox
  /** Undefined for a session that was never saved. */
  saved: SavedState | undefined
  /** Names the workspace at the time of that save. */
  token: string | undefined
  /** Copies of volumes below /volumes. */
  volumes: LaidVolumes | undefined
  /** Living interpreters: the context of each language. */
  readonly contexts: Map<string, string>
  /** Languages whose interpreters may have changed since. */
  readonly touched: Set<string>
  /** Copies of living interpreters in their saved state, by language: ready for the next attempt. */
  readonly ready: Map<string, Promise<KernelMark>>
  /** Copies of living interpreters by checkpoint, then by language. */
  readonly marks: Map<string, Map<string, string>>
  /** Removed checkpoints whose copies still exist. */
  readonly doomedMarks: string[]
  /** The session began as a copy of another state: loaded interpreters must not draw the same random numbers. */
  wantsFreshRandomness: boolean
  isFrozen: boolean
  /** The host has nothing to freeze it with. */
  cannotFreeze: boolean
}

export interface LoadParts {
  states: States
  createLiveSandbox(
    row: Pick<SessionRow, 'userId' | 'settings'> & { id?: string },
    signal?: AbortSignal,
  ): Promise<LiveSandbox>
  volumeMounts: VolumeMounts
}

/** Brings a session into a fresh sandbox: files now, interpreters when they are needed. */
export async function loadSession(parts: LoadParts, row: SessionRow, signal?: AbortSignal): Promise<LoadedSession> {
  const saved = row.stateId === null ? undefined : await parts.states.read(row.stateId)
  const live = await parts.createLiveSandbox(row, signal)
  try {
    const { trees, files } = live.sandbox
    const token = saved && (await trees.write(WORKSPACE, parts.states.tree(saved)))
    if (!saved && row.settings.cwd !== undefined) await files.makeDirectory(row.settings.cwd)
    const { userId, settings } = row
    const mounts = settings.volumes ?? []
    const volumes = mounts.length === 0 ? undefined : await parts.volumeMounts.lay(live.sandbox, { userId, mounts })
    return {
      row,
      live,
      saved,
      token,
      volumes,
      contexts: new Map(),
      touched: new Set(),
      ready: new Map(),
      marks: new Map(),
      doomedMarks: [],
      wantsFreshRandomness: row.branchedFrom !== null && row.executions === 0,
      isFrozen: false,
      cannotFreeze: false,
    }
  } catch (error) {
    await live.destroy()
    throw error
  }
}

/** The interpreter of a language, with everything that was saved of it. */
async function contextOf(session: LoadedSession, states: States, language: string): Promise<string> {
  const known = session.contexts.get(language)
  if (known !== undefined) return known
  const { contexts } = session.live
  const { id } = await contexts.create({ language, cwd: session.row.settings.cwd ?? WORKSPACE, isMortal: true })
  const kernel = session.saved?.manifest.kernels.find((one) => one.language === language)
  try {
    if (session.saved && kernel) {
      const pieces: Uint8Array[] = []
      for await (const piece of states.content(session.saved, kernel.chunks)) pieces.push(piece)
      await contexts.states(id).load(Buffer.concat(pieces))
      if (session.wantsFreshRandomness) await contexts.states(id).reseed()
    }
  } catch (error) {
    await contexts.delete(id)
    if (error instanceof EngineError && error.code !== 'INVALID_REQUEST') throw error
    const reason = `its ${language} variables are refused by the interpreter (${(error as Error).message})`
    throw new EngineError('STATE_DAMAGED', { what: `Session ${session.row.id}`, reason }, { cause: error })
  }
  session.contexts.set(language, id)
  return id
}

/** Uses the interpreter of a language. One that has died since its last use is loaded as it was saved. */
export async function withContext<T>(
  session: LoadedSession,
  { states, language }: { states: States; language: string },
  use: (contextId: string) => Promise<T>,
): Promise<T> {
  const had = session.contexts.has(language)
  try {
    return await use(await contextOf(session, states, language))
  } catch (error) {
    if (!had || !isDeath(error)) throw error
    await dropContext(session, language)
    return use(await contextOf(session, states, language))
  }
}

/** The session's sandbox answers nothing any more: the saved state can be loaded into a fresh one. */
export const isSpoilt = (error: unknown): boolean =>
  error instanceof EngineError && (error.code === 'SANDBOX_CROWDED' || error.code === 'SANDBOX_GONE')

export const isDeath = (error: unknown): boolean => error instanceof EngineError && error.code === 'KERNEL_FAILED'

/** Ends an interpreter: the next one begins with its saved state. */
export async function dropContext(session: LoadedSession, language: string): Promise<void> {
  const id = session.contexts.get(language)
  session.contexts.delete(language)
  session.touched.delete(language)
  session.ready.delete(language)
  for (const marks of session.marks.values()) marks.delete(language)
  if (id !== undefined) await session.live.contexts.delete(id)
}

/** The values that the saved state does not hold. */
export const lostOf = ({ saved }: LoadedSession): LostPart[] => saved?.manifest.lost ?? []
