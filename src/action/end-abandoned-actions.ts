import { EngineError } from '../contract/errors.ts'
import type { ActionRows } from '../store/action/action-rows.ts'

/**
 * Ends the actions of dead engines. An effect outside of sandboxes may have happened: nobody knows. Everything else is gone with the
 * sandbox, or with what was not saved of a session.
 */
export async function endAbandonedActions(
  rows: Pick<ActionRows, 'abandoned' | 'end'>,
  now: number,
  onTrouble: (error: unknown) => void,
): Promise<void> {
  for (const { id, reach } of await rows.abandoned(now)) {
    const [outcome, code] = reach === 'outside' ? UNKNOWN : INTERRUPTED
    // One that cannot be ended must not keep the others from their ends.
    await rows.end({ id, outcome, error: new EngineError(code, {}).toInfo(), at: now }).catch(onTrouble)
  }
}

const UNKNOWN = ['unknown', 'ACTION_UNKNOWN'] as const
const INTERRUPTED = ['failed', 'ACTION_INTERRUPTED'] as const
