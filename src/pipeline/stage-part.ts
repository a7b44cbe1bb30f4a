import type { Part } from '../contract/part.ts'
import type { Stages } from './stages.ts'

/** A part that may fill slots of the loop; it is opened before runs are. */
export interface StagePart<Api> extends Part<Api> {
  stages?: Partial<Stages>
}
