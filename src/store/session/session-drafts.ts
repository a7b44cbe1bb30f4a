import type { StreamDraft } from '../../contract/event.ts'
import type { SessionExecution, SessionSettings } from '../../contract/session.ts'
import type { CheckpointRow, SessionRow, SessionRows } from '../session-store.ts'

interface Of {
  id: string
  userId: string
  at: number
}

/** What a session tells with each change of its row; secrets in its variables are nobody's news. */
export const sessionDrafts = {
  created: (row: SessionRow): StreamDraft => ({
    type: 'session.created',
    ...ofSession({ ...row, at: row.createdAt }),
    conversation: row.conversation,
    metadata: row.settings.metadata ?? {},
    volumes: row.settings.volumes ?? [],
    transactions: row.settings.transactions,
    branchedFrom: row.branchedFrom,
    executions: row.executions,
  }),
  changed: (of: Of, settings: SessionSettings): StreamDraft => ({
    type: 'session.changed',
    ...ofSession(of),
    metadata: settings.metadata ?? {},
  }),
  moved(of: Of, step: Parameters<SessionRows['advance']>[0], executions: number): StreamDraft {
    const { state, execution, checkpointId } = step
    const envelope = { ...ofSession(of), ...causeOf(execution) }
    if (checkpointId !== undefined) {
      return { type: 'session.restored', ...envelope, checkpointId, executions, stateBytes: state?.bytes ?? 0 }
    }
    const told = execution ? toldOf(execution, executions) : null
    return { type: 'session.advanced', ...envelope, executions, execution: told, stateBytes: state?.bytes ?? null }
  },
  removed: (of: Of, reason: 'asked' | 'idle'): StreamDraft => ({ type: 'session.removed', ...ofSession(of), reason }),
}

/** Checkpoints are part of the story of the session that they were made in. */
export const checkpointDrafts = {
  created: ({ id, label, kind, files, bytes, executions, ...row }: CheckpointRow): StreamDraft => ({
    type: 'checkpoint.created',
    ...ofSession({ id: row.sessionId, userId: row.userId, at: row.createdAt }),
    ...{ checkpointId: id, label, kind, files, bytes, executions },
  }),
  removed: (of: Of, checkpointId: string, reason: 'asked' | 'room'): StreamDraft => ({
    type: 'checkpoint.removed',
    ...ofSession(of),
    ...{ checkpointId, reason },
  }),
}

const ofSession = ({ id, userId, at }: Of) => ({ subject: `session:${id}` as const, userId, sessionId: id, at })

const toldOf = ({ language, outcome, durationMs }: Omit<SessionExecution, 'n'>, n: number) => ({
  ...{ n, language, outcome, durationMs },
})

/** Whatever a run does to its session began with its first event. */
const causeOf = (execution: Omit<SessionExecution, 'n'> | undefined) =>
  execution?.runId ? { runId: execution.runId, cause: `${execution.runId}.1` } : {}
