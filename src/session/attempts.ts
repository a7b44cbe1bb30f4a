import type { AttemptState, LostPart } from '../contract/attempt-state.ts'
import type { SessionExecution } from '../contract/session.ts'
import type { KernelMark } from '../kernel/kernel-state.ts'
import { KernelDeath } from '../kernel/kernel-wire.ts'
import { VOLUMES } from '../sandbox/sandbox.ts'
import { type KeepParts, keepSession } from './keep-session.ts'
import { isDeath, isSpoilt, type LoadedSession, lostOf, withContext } from './loaded-session.ts'
import { undoAttempt, undoKernel } from './undo-session.ts'
import { forgetWayBack, prepareWayBack, takeWayBack } from './way-back.ts'

/** Exit code of a kernel whose language is not installed: another sandbox would not have it either. */
const NOT_FOUND = 127

/** An execution whose changes are neither kept nor undone yet. */
interface Open {
  /** The language of the interpreter; undefined for a program that needs none. */
  language: string | undefined
  way: KernelMark | undefined
  /** By the clock of its sandbox: a time of this engine's, told later, would be wrong by the delay of the telling. */
  begunAt: Promise<number>
}

export interface AttemptsParts extends KeepParts {
  /** Brings the session into a fresh sandbox, as it was saved last. */
  renew(session: LoadedSession): Promise<void>
}

/**
 * Executions of a session, one after the other, each from the last kept state. The changes of each are kept or undone:
 * on a decision, or before the next begins.
 */
export function createAttempts(parts: AttemptsParts, session: LoadedSession) {
  const { states } = parts
  const { transactions } = session.row.settings
  let open: Open | undefined
  /** How changes were undone since the last decision: trials and probes follow a failed execution. */
  let undone: Omit<AttemptState, 'kept'> = { undo: 'none' }

  const putBack = async ({ language, way, begunAt }: Open): Promise<Omit<AttemptState, 'kept'>> => {
    const how = await undoAttempt(states, session, { language, way, begunAt })
    await session.volumes?.putBack()
    return how
  }
  /** When going back fails, the last saved state is loaded into a fresh sandbox. */
  const startAnew = async (error: Error): Promise<Omit<AttemptState, 'kept'>> => {
    await parts.renew(session)
    return { undo: 'saved', why: `its sandbox was replaced: ${error.message}` }
  }
  const undo = async (): Promise<void> => {
    if (!open) return
    const { language } = open
    const how = await putBack(open).catch(startAnew)
    // Cleared only now: an interrupted undo is repeated before anything else happens, or the session is given up.
    open = undefined
    if (language !== undefined) prepareWayBack(session, language)
    // The result is the least that was true of all of them.
    if (undone.undo !== 'saved') undone = how
  }
  const ready = async (language: string | undefined): Promise<{ id?: string; way?: KernelMark | undefined }> => {
    await session.volumes?.refresh()
    if (language === undefined) return {}
    return withContext(session, { states, language }, async (id) => {
      // Asked in any case, so that a dead interpreter is replaced before code runs in it.
      const way = transactions ? await takeWayBack(session, language) : void (await session.live.contexts.variables(id))
      return { id, way }
    })
  }
  /** Drops the copy of the previous state. */
  const forget = () => {
    if (open?.way && open.language !== undefined) forgetWayBack(session, open.language, open.way)
  }
  return {
    /** Undoes open changes, and makes a way back. Gives the context of the interpreter, where one is wanted. */
    async begin(language: string | undefined): Promise<string | undefined> {
      if (transactions) await undo()
      else forget()
      const begun = await ready(language).catch(async (error) => {
        // Processes that a successful execution left running may leave no room for this one.
        if (!isSpoilt(error) && !isLastingDeath(error)) throw error
        await parts.renew(session)
        return ready(language)
      })
      const begunAt = session.live.sandbox.now()
      // Awaited by the undo alone; a sandbox that died says so to the program as well.
      begunAt.catch(() => {})
      open = { language, way: begun.way, begunAt }
      if (language !== undefined) session.touched.add(language)
      return begun.id
    },
    /** Makes the open changes part of the session for good. */
    async keep(execution: Omit<SessionExecution, 'n'>): Promise<AttemptState> {
      const why = open?.way && 'unsafe' in open.way ? { why: open.way.unsafe } : {}
      const { language } = open ?? {}
      const ended = open ? await replaceEnded(session, open) : []
      const refused = await takeBackVolumes(session)
      const before = lostOf(session)
      await keepSession(parts, session, { execution })
      forget()
      open = undefined
      undone = { undo: 'none' }
      if (transactions && language !== undefined) prepareWayBack(session, language)
      const lost = [...ended, ...refused, ...newlyLost(before, lostOf(session))]
      return { kept: true, undo: 'none', ...why, ...(lost.length > 0 && { lost }) }
    },
    /** Undoes the open changes, unless the session keeps everything; the history records the execution either way. */
    async giveUp(execution: Omit<SessionExecution, 'n'>): Promise<AttemptState> {
      if (!transactions) return { ...(await this.keep(execution)), kept: true }
      await undo()
      const how = undone
      undone = { undo: 'none' }
      const { sessionId, engineId, clock } = { sessionId: session.row.id, ...parts }
      const { executions, blobs } = await parts.rows.advance({ sessionId, engineId, usedAt: clock(), execution })
      session.row = { ...session.row, executions, usedAt: clock() }
      parts.release({ blobs })
      return { kept: false, ...how }
    },
    undo,
  }
}

export type Attempts = ReturnType<typeof createAttempts>

/** The interpreter exists but does not answer. */
const isLastingDeath = (error: unknown): boolean =>
  isDeath(error) &&
  !(error instanceof Error && error.cause instanceof KernelDeath && error.cause.end.exitCode === NOT_FOUND)

/**
 * A program that ends well may end its interpreter too: its variables return to the saved state, and the files are
 * kept.
 */
async function replaceEnded(session: LoadedSession, { language, way }: Open): Promise<LostPart[]> {
  const id = language === undefined ? undefined : session.contexts.get(language)
  if (language === undefined || id === undefined || session.live.contexts.isAlive(id)) return []
  await undoKernel(session, language, way)
  return [{ what: 'variables', language, why: 'its interpreter ended with the program: they are as they were before' }]
}

/** Volumes are shared: refused changes stay in the copy, and are reported. */
export async function takeBackVolumes({ volumes }: LoadedSession): Promise<LostPart[]> {
  const taken = (await volumes?.takeBack()) ?? []
  return taken.flatMap(({ name, refused, left }) => [
    ...(refused ? [{ what: `${VOLUMES}/${name}`, why: refused.message }] : []),
    ...left.map(({ path, why }) => ({ what: `${VOLUMES}/${name}/${path}`, why })),
  ])
}

/** Values that were lost before are known already. */
function newlyLost(before: readonly LostPart[], after: readonly LostPart[]): LostPart[] {
  const known = new Set(before.map(({ what, language }) => `${language} ${what}`))
  return after.filter(({ what, language }) => !known.has(`${language} ${what}`))
}
