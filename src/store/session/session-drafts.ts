import type { StreamDraft } from '../../contract/event.ts'
import type { SessionExecution, SessionInfo, SessionSettings } from '../../contract/session.ts'

interface Of {
  id: string
  userId: string
  at: number
}

type Beginning = Pick<SessionInfo, 'id' | 'conversation' | 'createdAt' | 'executions' | 'branchedFrom'> & {
  userId: string
  settings: SessionSettings
}

interface Step {
  state?: { bytes: number }
  execution?: Omit<SessionExecution, 'n'>
  checkpointId?: string
}

/** What a session tells with each change of its row; secrets in its variables are nobody's news. */
export const sessionDrafts = {
  created: (row: Beginning): StreamDraft => ({
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
  moved(of: Of, step: Step, executions: number): StreamDraft {
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

export const ofSession = ({ id, userId, at }: Of) => ({ subject: `session:${id}` as const, userId, sessionId: id, at })

const toldOf = ({ language, outcome, durationMs }: Omit<SessionExecution, 'n'>, n: number) => ({
  ...{ n, language, outcome, durationMs },
})

/** Whatever a run does to its session began with its first event. */
const causeOf = (execution: Omit<SessionExecution, 'n'> | undefined) =>
  execution?.runId ? { runId: execution.runId, cause: `${execution.runId}.1` } : {}
