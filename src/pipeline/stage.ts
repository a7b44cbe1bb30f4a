import type { Emit } from '../contract/event.ts'

export interface StageContext {
  emit: Emit
  signal: AbortSignal
  /** The event that causes the stage's own events. */
  cause: string
}

/** A value in, a value out, and events through `emit`. Stages do not know each other; `loop.ts` joins them. */
export type Stage<Input, Output> = (input: Input, context: StageContext) => Promise<Output>
