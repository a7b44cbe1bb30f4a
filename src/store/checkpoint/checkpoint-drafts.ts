import type { CheckpointInfo } from '../../contract/checkpoint.ts'
import type { StreamDraft } from '../../contract/event.ts'
import { type Of, ofSession } from '../session/session-drafts.ts'

type NewCheckpoint = Omit<CheckpointInfo, 'inMemory' | 'session'> & { userId: string }

/** Events of a checkpoint, on the stream of its session. */
export const checkpointDrafts = {
  created: ({ id, label, kind, files, bytes, executions, ...row }: NewCheckpoint): StreamDraft => ({
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
