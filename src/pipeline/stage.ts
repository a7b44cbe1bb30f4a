import type { Emit } from '../contract/event.ts'

export interface StageContext {
  emit: Emit
  signal: AbortSignal
  /** The event the stage's own events are caused by. */
  cause: string
}

/** A value in, a value out, the story through `emit`. Stages do not know each other; `loop.ts` joins them. */
export type Stage<Input, Output> = (input: Input, context: StageContext) => Promise<Output>
