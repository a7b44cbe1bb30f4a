import type { Part } from '../contract/part.ts'
import type { Stages } from './stages.ts'

/** A part that fills slots of the loop. */
export interface StagePart<Api, Slot extends keyof Stages> extends Part<Api> {
  stages: Required<Pick<Stages, Slot>>
}
