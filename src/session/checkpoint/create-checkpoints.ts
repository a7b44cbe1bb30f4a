import type {
  CheckpointDetails,
  CheckpointDiff,
  CheckpointInfo,
  CheckpointRequest,
  CheckpointStats,
} from '../../contract/checkpoint.ts'
import { MOST_NAMED_VARIABLES } from '../../contract/checkpoint.ts'
import { EngineError } from '../../contract/errors.ts'
import type { SessionInfo, SessionVariable } from '../../contract/session.ts'
import type { CheckpointRow, CheckpointRows } from '../../store/checkpoint/checkpoint-rows.ts'
import type { Owner, Sessions } from '../create-sessions.ts'
import { type KeepParts, keepSession } from '../keep-session.ts'
import type { LoadedSession, LoadParts } from '../loaded-session.ts'
import { languagesOf, variablesOf } from '../session-variables.ts'
import type { SavedState } from '../state/states.ts'
import { diffTrees } from './diff-trees.ts'
import { diffVariables } from './diff-variables.ts'
import { exportCheckpoint } from './export-checkpoint.ts'
import { importCheckpoint } from './import-checkpoint.ts'
import { markAll } from './mark-all.ts'
import { bytesOf, moveToState } from './move-to-state.ts'

export interface CheckpointsParts extends KeepParts {
  checkpoints: CheckpointRows
  sessions: Sessions
  newCheckpointId(): string
  createLiveSandbox: LoadParts['createLiveSandbox']
  /** Limits of a checkpoint in an uploaded file. */
  importLimits: { bytes: number; files: number }
  /** Most checkpoints of one conversation. */
  most: number
}

export type Checkpoints = ReturnType<typeof createCheckpoints>

/** Keeps states of sessions, so that they can be restored, compared and branched. */
export function createCheckpoints(parts: CheckpointsParts) {
  const { checkpoints, sessions, states, clock } = parts

  const owned = async (id: string, userId: string): Promise<CheckpointRow> => {
    const row = await checkpoints.get(id)
    if (row?.userId !== userId) throw new EngineError('CHECKPOINT_NOT_FOUND', { checkpointId: id })
    return row
  }
  const infoOf = ({
    userId: _,
    stateId: __,
    settings: ___,
    variables: ____,
    ...row
  }: CheckpointRow): CheckpointInfo => ({
    ...row,
    session: row.sessionId,
    inMemory: sessions.memory.loaded(row.sessionId)?.marks.has(row.id) ?? false,
  })

  /** Makes a checkpoint of a session that is lent to the caller. */
  async function make(session: LoadedSession, kind: CheckpointInfo['kind'], label?: string): Promise<CheckpointInfo> {
    // A step of a plan may begin anew from it, so it holds everything, as one that was asked for.
    const isAsked = kind === 'explicit' || kind === 'step'
    // An automatic checkpoint is made when everything is saved or undone: it holds the present state.
    const known = isAsked ? undefined : session.saved
    const saved = known ?? (await keepSession(parts, session, { allInterpreters: isAsked }))
    const variables: SessionVariable[] = []
    // An automatic checkpoint does not wake sleeping interpreters.
    const languages = isAsked ? languagesOf(session) : [...session.contexts.keys()]
    for (const language of languages) {
      for (const variable of await variablesOf(states, session, language)) variables.push(variable)
    }
    const row: CheckpointRow = {
      id: parts.newCheckpointId(),
      userId: session.row.userId,
      sessionId: session.row.id,
      conversation: session.row.conversation,
      label: label ?? null,
      kind,
      createdAt: clock(),
      executions: session.row.executions,
      ...factsOf(saved),
      settings: session.row.settings,
      variables: variables.slice(0, MOST_NAMED_VARIABLES),
    }
    const { removed, blobs } = await checkpoints.add(row, { most: parts.most })
    parts.release({ blobs })
    for (const gone of removed) sessions.memory.doom(gone)
    await markAll(session, row.id)
    return infoOf(row)
  }

  return {
    make,
    create: (sessionId: string, owner: Owner, { label }: CheckpointRequest = {}): Promise<CheckpointInfo> =>
      sessions.use(sessionId, owner, (session) => make(session, 'explicit', label)),
    createForStep: (sessionId: string, owner: Owner, label: string): Promise<CheckpointInfo> =>
      sessions.use(sessionId, owner, (session) => make(session, 'step', label)),
    async list(filter: Parameters<CheckpointRows['list']>[0]): Promise<CheckpointInfo[]> {
      return (await checkpoints.list(filter)).map(infoOf)
    },
    /** The newest checkpoint of a session. */
    async latest(sessionId: string, userId: string): Promise<CheckpointInfo> {
      const [row] = await checkpoints.list({ userId, sessionId, limit: 1 })
      if (!row) throw new EngineError('CHECKPOINT_NOT_FOUND', { checkpointId: `of session ${sessionId}` })
      return infoOf(row)
    },
    async show(id: string, userId: string): Promise<CheckpointDetails> {
      const row = await owned(id, userId)
      const { manifest } = await states.read(row.stateId)
      const tree = manifest.entries.map(({ path, type, size }) => ({ path, type, size }))
      return { ...infoOf(row), variables: row.variables, tree }
    },
    /** Restores the checkpoint's session to this state. The history goes on. */
    async restore(id: string, owner: Owner): Promise<SessionInfo> {
      const row = await owned(id, owner.userId)
      const target = await states.read(row.stateId)
      await sessions.use(row.sessionId, owner, async (session) => {
        session.touched.add(NOTHING_SETTLED)
        await moveToState(states, session, { target, marks: session.marks.get(id) })
        const { engineId } = parts
        const step = { sessionId: row.sessionId, engineId, usedAt: clock(), state: target.row, checkpointId: id }
        const { blobs, executions } = await parts.rows.advance(step)
        session.touched.delete(NOTHING_SETTLED)
        session.row = { ...session.row, stateId: target.id, executions, usedAt: clock() }
        parts.release({ blobs })
      })
      return sessions.get(row.sessionId, owner.userId)
    },
    /** Makes a new session that begins at the checkpoint; the old one is untouched. */
    async branch(id: string, userId: string, conversation?: string): Promise<SessionInfo> {
      const row = await owned(id, userId)
      await states.read(row.stateId)
      return sessions.begin({
        userId,
        settings: row.settings,
        stateId: row.stateId,
        branchedFrom: row.id,
        conversation: conversation ?? row.conversation,
      })
    },
    /** The changes from one to the other; interpreters in a separate sandbox compare the variables. */
    async diff({ from, to }: { from: string; to: string }, owner: Owner): Promise<CheckpointDiff> {
      const rows = [await owned(from, owner.userId), await owned(to, owner.userId)] as const
      const [old, now] = [await states.read(rows[0].stateId), await states.read(rows[1].stateId)]
      const files = diffTrees(old.manifest.entries, now.manifest.entries)
      const sandbox = await parts.createLiveSandbox({ userId: owner.userId, settings: rows[1].settings }, owner.signal)
      try {
        const variables = await diffVariables({ states, contexts: sandbox.contexts }, { from: old, to: now })
        return { from, to, files, variables }
      } finally {
        await sandbox.destroy()
      }
    },
    /** Exports the checkpoint as one file that needs nothing else. */
    async export(id: string, userId: string): Promise<AsyncIterable<Uint8Array>> {
      const checkpoint = await owned(id, userId)
      return exportCheckpoint({ checkpoint, state: await states.read(checkpoint.stateId), states })
    },
    /** Makes a new session that begins at the checkpoint in the file. */
    async import(userId: string, source: AsyncIterable<Uint8Array>): Promise<CheckpointInfo> {
      const { state, checkpoint } = await importCheckpoint({
        ...{ source, states, limits: parts.importLimits },
        assertAllowed: ({ settings }) => sessions.assertAllowed(settings, userId),
      })
      const { settings, conversation } = checkpoint
      const own = { id: parts.newCheckpointId(), userId, sessionId: sessions.newId(), kind: 'imported' as const }
      const row: CheckpointRow = { ...checkpoint, ...own, ...factsOf(state), createdAt: clock() }
      const { blobs, removed } = await checkpoints.add(row, { most: parts.most, state: state.row })
      parts.release({ blobs })
      for (const gone of removed) sessions.memory.doom(gone)
      await sessions.begin({
        id: own.sessionId,
        userId,
        settings,
        stateId: state.id,
        branchedFrom: own.id,
        conversation,
      })
      return infoOf(row)
    },
    async remove(id: string, userId: string): Promise<CheckpointInfo> {
      const last = infoOf(await owned(id, userId))
      const { blobs } = await checkpoints.remove(id, clock())
      parts.release({ blobs })
      sessions.memory.doom(id)
      return last
    },
    async stats(userId: string): Promise<CheckpointStats> {
      const { byKind, ...counted } = await checkpoints.count(userId)
      const storedBytes = await checkpoints.storedBytes(userId)
      return {
        checkpoints: Object.values(byKind).reduce((sum, each) => sum + each, 0),
        storedBytes,
        byKind,
        ...counted,
      }
    },
  }
}

/** The facts in a row about its state. */
function factsOf({ id, manifest }: SavedState) {
  const { entries, kernels, lost } = manifest
  return {
    stateId: id,
    files: entries.length,
    bytes: bytesOf(manifest),
    languages: kernels.map(({ language }) => language).sort(),
    versions: Object.assign({}, ...kernels.map(({ versions }) => versions)) as Record<string, string>,
    lost,
  }
}

/** Marks a session between two states: when the move fails, its sandbox is given up and the saved state counts. */
const NOTHING_SETTLED = '(moving)'
