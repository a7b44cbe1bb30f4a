import type { Check } from '../contract/check.ts'
import { actionChecks } from './action/action-checks.ts'
import { answerChecks } from './answer/answer-checks.ts'
import { approvalChecks } from './approval/approval-checks.ts'
import { backupChecks } from './backup/backup-checks.ts'
import { contentChecks } from './blob/blob-checks.ts'
import type { Blobs } from './blob/blobs.ts'
import { browserChecks } from './browser/browser-checks.ts'
import { cachedResultChecks } from './cached-result/cached-result-checks.ts'
import { chatChecks } from './chat/chat-checks.ts'
import { checkpointChecks } from './checkpoint/checkpoint-checks.ts'
import { codeMemoryChecks } from './code-memory/code-memory-checks.ts'
import { commandChecks } from './command/command-checks.ts'
import { stateChecks } from './content/state-checks.ts'
import { documentChecks } from './document/document-checks.ts'
import { eventChecks } from './event/event-checks.ts'
import { streamChecks } from './event/stream-checks.ts'
import type { OpenStore } from './in-store.ts'
import { keyChecks } from './key/key-checks.ts'
import { learningChecks } from './learning/learning-checks.ts'
import { outcomeChecks } from './outcome/outcome-checks.ts'
import { patternChecks } from './pattern/pattern-checks.ts'
import { planChecks } from './plan/plan-checks.ts'
import { qualityChecks } from './quality/quality-checks.ts'
import { retentionChecks } from './retention/retention-checks.ts'
import { runChecks } from './run/run-checks.ts'
import { sessionChecks } from './session/session-checks.ts'
import { taskChecks } from './task/task-checks.ts'
import { tokenChecks } from './token/token-checks.ts'
import { volumeChecks } from './volume/volume-checks.ts'
import { webhookChecks } from './webhook/webhook-checks.ts'

/** Promises of every database, whatever it holds already. */
export const storeChecks: Check<OpenStore>[] = [
  ...eventChecks,
  ...streamChecks,
  ...runChecks,
  ...retentionChecks,
  ...keyChecks,
  ...answerChecks,
  ...tokenChecks,
  ...webhookChecks,
  ...outcomeChecks,
  ...patternChecks,
  ...commandChecks,
  ...actionChecks,
  ...browserChecks,
  ...taskChecks,
  ...cachedResultChecks,
  ...codeMemoryChecks,
  ...chatChecks,
  ...approvalChecks,
  ...planChecks,
  ...learningChecks,
  ...qualityChecks,
  ...sessionChecks,
  ...checkpointChecks,
  ...volumeChecks,
  ...stateChecks,
  ...documentChecks,
  ...backupChecks,
]

/** Promises of every keeper of large content. */
export const blobChecks: Check<{ blobs: Blobs; limitBytes: number }>[] = contentChecks
