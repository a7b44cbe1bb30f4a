import type { StageName } from '../contract/event/run-events.ts'
import type { Emit } from '../contract/event.ts'
import type { StageContext } from './stage.ts'

/** The place of a stage's call in a run. */
export interface Place<Teller extends { emit: Emit; signal: AbortSignal }> {
  loop: Teller
  cause: string
  stage: StageName
  block?: number
  attempt?: number
}

/** A stage that starts always ends, even if it throws. */
export async function inStage<T>(
  place: Place<{ emit: Emit; signal: AbortSignal }>,
  action: (context: StageContext) => Promise<T>,
): Promise<T> {
  const { loop, cause, ...where } = place
  loop.signal.throwIfAborted()
  const startedAt = performance.now()
  const started = loop.emit({ type: 'stage.start', ...where, cause })
  try {
    return await action({ emit: loop.emit, signal: loop.signal, cause: started })
  } finally {
    loop.emit({ type: 'stage.end', ...where, durationMs: performance.now() - startedAt, cause: started })
  }
}
