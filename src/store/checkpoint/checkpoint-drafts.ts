import type { CheckpointInfo } from '../../contract/checkpoint.ts'
import type { StreamDraft } from '../../contract/event.ts'
import { ofSession } from '../session/session-drafts.ts'

type Row = Omit<CheckpointInfo, 'inMemory'> & { userId: string }

/** Checkpoints are part of the story of the session that they were made in. */
export const checkpointDrafts = {
  created: ({ id, label, kind, files, bytes, executions, ...row }: Row): StreamDraft => ({
    type: 'checkpoint.created',
    ...ofSession({ id: row.sessionId, userId: row.userId, at: row.createdAt }),
    ...{ checkpointId: id, label, kind, files, bytes, executions },
  }),
  removed: (of: Parameters<typeof ofSession>[0], checkpointId: string, reason: 'asked' | 'room'): StreamDraft => ({
    type: 'checkpoint.removed',
    ...ofSession(of),
    ...{ checkpointId, reason },
  }),
}
