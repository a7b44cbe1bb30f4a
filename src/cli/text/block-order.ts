import type { RunEvent } from '../../contract/event.ts'

/**
 * Lets events through attempt by attempt: while one block is shown live, the events of blocks beside it are kept until
 * their turn.
 */
export function createBlockOrder(pass: (event: RunEvent) => Promise<void>) {
  const kept = new Map<number, RunEvent[]>()
  /** The block whose attempt is shown now. */
  let front: number | undefined
  let over = false

  const tell = async (event: RunEvent) => {
    if (event.type === 'attempt.start') front = event.block
    await pass(event)
    if (event.type === 'attempt.end') front = undefined
  }
  const keep = (block: number, event: RunEvent) => {
    const events = kept.get(block)
    if (events) events.push(event)
    else kept.set(block, [event])
  }
  /** Shows whole attempts, and the beginning of one that goes on. */
  const tellKept = async () => {
    while ((front === undefined || over) && kept.size > 0) {
      const block = Math.min(...kept.keys())
      const events = kept.get(block) ?? []
      const end = events.findIndex((event) => event.type === 'attempt.end')
      const now = events.splice(0, end === -1 ? events.length : end + 1)
      if (events.length === 0) kept.delete(block)
      for (const event of now) await tell(event)
    }
  }
  return async (event: RunEvent): Promise<void> => {
    // Nothing follows the end of a run, not even attempts of an interrupted run whose end was never told.
    if (event.type === 'run.end') over = true
    else if (isOfAttempt(event) && front !== undefined && front !== event.block) return keep(event.block, event)
    else await tell(event)
    await tellKept()
    if (over) await pass(event)
  }
}

function isOfAttempt(event: RunEvent): event is RunEvent & { block: number } {
  return [
    'attempt.start',
    'output.delta',
    'value.shown',
    'file.written',
    'files.left',
    'egress.request',
    'attempt.end',
  ].includes(event.type)
}
