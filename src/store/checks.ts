import type { Check } from '../contract/check.ts'
import { backupChecks } from './backup-checks.ts'
import { contentChecks } from './blob-checks.ts'
import type { Blobs } from './blobs.ts'
import { checkpointChecks } from './checkpoint-checks.ts'
import { commandChecks } from './command-checks.ts'
import { documentChecks } from './document-checks.ts'
import { eventChecks } from './event-checks.ts'
import type { OpenStore } from './in-store.ts'
import { keyChecks } from './key-checks.ts'
import { outcomeChecks } from './outcome-checks.ts'
import { patternChecks } from './pattern-checks.ts'
import { qualityChecks } from './quality-checks.ts'
import { runChecks } from './run-checks.ts'
import { sessionChecks } from './session-checks.ts'
import { stateChecks } from './state-checks.ts'
import { volumeChecks } from './volume-checks.ts'

/** What every database must keep, whatever it holds already. */
export const storeChecks: Check<OpenStore>[] = [
  ...eventChecks,
  ...runChecks,
  ...keyChecks,
  ...outcomeChecks,
  ...patternChecks,
  ...commandChecks,
  ...qualityChecks,
  ...sessionChecks,
  ...checkpointChecks,
  ...volumeChecks,
  ...stateChecks,
  ...documentChecks,
  ...backupChecks,
]

/** What every keeper of large content must keep. */
export const blobChecks: Check<{ blobs: Blobs; limitBytes: number }>[] = contentChecks
