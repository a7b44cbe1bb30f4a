import type { StreamDraft } from '../../contract/event.ts'
import type { SessionExecution, SessionSettings } from '../../contract/session.ts'
import type { SessionStep } from './session-step.ts'

/** The session that an event is about, and the time. */
export interface Of {
  id: string
  userId: string
  at: number
}

interface NewSession extends Omit<Of, 'at'> {
  createdAt: number
  conversation: string
  settings: SessionSettings
  executions: number
  branchedFrom: string | null
}

/** Events of a session, one for each change of its row. They hold no values of variables. */
export const sessionDrafts = {
  created: (row: NewSession): StreamDraft => ({
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
  moved(of: Of, step: SessionStep, executions: number): StreamDraft {
    const { state, execution, checkpointId, files, isSaving } = step
    const envelope = { ...ofSession(of), ...causeOf(execution) }
    if (checkpointId !== undefined) {
      return { type: 'session.restored', ...envelope, checkpointId, executions, stateBytes: state?.bytes ?? 0 }
    }
    const told = execution ? toldOf(execution, executions) : null
    return {
      ...{ type: 'session.advanced', ...envelope, executions, execution: told, stateBytes: state?.bytes ?? null },
      ...(isSaving && { isSaving }),
      ...(files && { changedFiles: files }),
    }
  },
  removed: (of: Of, reason: 'asked' | 'idle'): StreamDraft => ({ type: 'session.removed', ...ofSession(of), reason }),
}

export const ofSession = ({ id, userId, at }: Of) => ({ subject: `session:${id}` as const, userId, sessionId: id, at })

const toldOf = ({ language, outcome, durationMs }: Omit<SessionExecution, 'n'>, n: number) => ({
  ...{ n, language, outcome, durationMs },
})

/** The first event of a run causes every change that the run makes to its session. */
const causeOf = (execution: Omit<SessionExecution, 'n'> | undefined) =>
  execution?.runId ? { runId: execution.runId, cause: `${execution.runId}.1` } : {}
