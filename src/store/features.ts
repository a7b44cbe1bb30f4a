import { answerFeature } from './answer/answer-feature.ts'
import * as capabilityFeatures from './capability-features.ts'
import { checkpointFeature } from './checkpoint/checkpoint-feature.ts'
import { contentFeature } from './content/content-feature.ts'
import { documentFeature } from './document/document-feature.ts'
import { eventFeature } from './event/event-feature.ts'
import { keyFeature } from './key/key-feature.ts'
import { leaseFeature } from './lease/lease-feature.ts'
import { outcomeFeature } from './outcome/outcome-feature.ts'
import { outputFeature } from './output/output-feature.ts'
import { patternFeature } from './pattern/pattern-feature.ts'
import { qualityFeature } from './quality/quality-feature.ts'
import { runFeature } from './run/run-feature.ts'
import { sessionFeature } from './session/session-feature.ts'
import { tokenFeature } from './token/token-feature.ts'
import { volumeFeature } from './volume/volume-feature.ts'
import { webhookFeature } from './webhook/webhook-feature.ts'

/** Every topic of the store; topics that others refer to come first. */
export const FEATURES = [
  runFeature,
  eventFeature,
  outputFeature,
  keyFeature,
  tokenFeature,
  leaseFeature,
  answerFeature,
  webhookFeature,
  outcomeFeature,
  patternFeature,
  qualityFeature,
  contentFeature,
  sessionFeature,
  checkpointFeature,
  volumeFeature,
  documentFeature,
  ...Object.values(capabilityFeatures),
]

export type Feature = (typeof FEATURES)[number]
