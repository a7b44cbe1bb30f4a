import { z } from 'zod'
import { checkpointInfo } from '../checkpoint.ts'
import { changedFiles, sessionExecution, sessionInfo } from '../session.ts'
import { eventOf } from './envelope.ts'

const { conversation, metadata, volumes, transactions, branchedFrom, executions } = sessionInfo.shape
const { label, kind, files, bytes, executions: executionsThen } = checkpointInfo.shape
const { n, language, outcome, durationMs } = sessionExecution.shape

/** The life of a session and of the checkpoints that were made in it. */
export const sessionEvents = [
  eventOf('session.created', { conversation, metadata, volumes, transactions, branchedFrom, executions }),
  eventOf('session.changed', { metadata }),
  eventOf('session.advanced', {
    executions,
    execution: z.object({ n, language, outcome, durationMs }).nullable().describe('Null when nothing was executed'),
    stateBytes: z.number().nullable().describe('Of what was saved; null when it is what was saved before'),
    isSaving: z
      .boolean()
      .optional()
      .describe('Whether only what was there was saved, so that it can be unloaded or kept as a checkpoint'),
    changedFiles: changedFiles.optional().describe('Absent when no file changed'),
  }),
  eventOf('session.restored', { checkpointId: z.string(), executions, stateBytes: z.number() }),
  eventOf('session.removed', { reason: z.enum(['asked', 'idle']) }),
  eventOf('checkpoint.created', { checkpointId: z.string(), label, kind, files, bytes, executions: executionsThen }),
  eventOf('checkpoint.removed', { checkpointId: z.string(), reason: z.enum(['asked', 'room']) }),
] as const
