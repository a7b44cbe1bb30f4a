import type { LostPart } from '../contract/attempt-state.ts'
import type { SessionExecution } from '../contract/session.ts'
import { WORKSPACE } from '../sandbox/sandbox.ts'
import type { Released } from '../store/content/state-rows.ts'
import type { SessionRows } from '../store/session/session-rows.ts'
import { dropContext, isDeath, type LoadedSession } from './loaded-session.ts'
import { changedFiles } from './state/changed-files.ts'
import type { KernelDraft, SavedState, States } from './state/states.ts'

export interface KeepParts {
  states: States
  rows: SessionRows
  engineId: string
  clock(): number
  /** Removes released content in the background. */
  release(released: Released): void
  /** Most bytes of the variables of one interpreter. */
  stateBytes: number
}

export interface Step {
  /** Recorded in the history with the state it led to. */
  execution?: Omit<SessionExecution, 'n'>
  /** Saves every living interpreter, not only the changed ones. */
  allInterpreters?: boolean
}

/** Saves everything of a session: once this resolves, it survives any crash. */
export async function keepSession(parts: KeepParts, session: LoadedSession, step: Step = {}): Promise<SavedState> {
  const { states, rows, engineId, clock } = parts
  const { kernels, lost } = await kernelDrafts(parts, session, step.allInterpreters ?? false)
  const tree = session.live.sandbox.trees.read({
    root: WORKSPACE,
    contents: true,
    ...(session.token !== undefined && { since: session.token }),
  })
  const { token, ...saved } = await states.save({
    base: session.saved,
    tree,
    isWhole: false,
    kernels,
    lost,
  })
  const files = await changedFiles(session.saved?.manifest, saved.manifest)
  const { released, executions } = await advance()
  session.saved = saved
  session.token = token
  session.touched.clear()
  session.row = { ...session.row, stateId: saved.id, executions, usedAt: clock() }
  parts.release(released)
  return saved

  async function advance() {
    const { execution } = step
    const answer = await rows.advance({
      sessionId: session.row.id,
      engineId,
      usedAt: clock(),
      state: saved.row,
      ...(execution && { execution }),
      ...(step.allInterpreters && !execution && { isSaving: true }),
      ...(files && { files }),
    })
    return { released: { blobs: answer.blobs }, executions: answer.executions }
  }
}

interface Drafts {
  kernels: KernelDraft[]
  lost: LostPart[]
}

/** An interpreter that died while idle is loaded again from its saved state. */
async function dropDead(session: LoadedSession): Promise<void> {
  for (const [language, id] of [...session.contexts]) {
    if (session.touched.has(language)) continue
    await session.live.contexts.variables(id).catch(async (error) => {
      if (!isDeath(error)) throw error
      await dropContext(session, language)
    })
  }
}

/** Unused interpreters are as they were saved. */
async function kernelDrafts(parts: KeepParts, session: LoadedSession, all: boolean): Promise<Drafts> {
  const { contexts, live, touched, saved } = session
  const before = saved?.manifest
  const fresh: KernelDraft[] = []
  if (all) await dropDead(session)
  const lost: LostPart[] = (before?.lost ?? []).filter(({ language }) => language !== undefined && !isNew(language))
  for (const [language, id] of contexts) {
    if (!isNew(language)) continue
    const state = await live.contexts.states(id).save({ mostBytes: parts.stateBytes })
    fresh.push({ language, bytes: state.bytes, versions: state.versions })
    for (const { name, why } of state.lost) lost.push({ what: name, language, why })
  }
  const old = (before?.kernels ?? []).filter(({ language }) => !isNew(language))
  return { kernels: [...old, ...fresh], lost }

  function isNew(language: string): boolean {
    return contexts.has(language) && (all || touched.has(language) || !hasSaved(language))
  }
  function hasSaved(language: string): boolean {
    return before?.kernels.some((kernel) => kernel.language === language) ?? false
  }
}
