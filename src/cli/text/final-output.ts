import type { RunEvent } from '../../contract/event.ts'

/**
 * Lets the output of the last attempt of each block through: the output of an attempt is held until its block has
 * ended, and dropped when another attempt follows. Other events pass at once.
 */
export function createFinalOutput(pass: (event: RunEvent) => Promise<void>) {
  const held = new Map<number, RunEvent[]>()
  const release = async (blocks: Iterable<number>) => {
    for (const block of [...blocks]) {
      const events = held.get(block) ?? []
      held.delete(block)
      for (const event of events) await pass(event)
    }
  }
  return async (event: RunEvent): Promise<void> => {
    if (event.type === 'attempt.start') held.set(event.block, [])
    const of = isHeld(event) ? held.get(event.block) : undefined
    if (of) {
      of.push(event)
      return
    }
    if (event.type === 'block.end') await release([event.block])
    if (event.type === 'run.end') await release([...held.keys()].sort((one, other) => one - other))
    await pass(event)
  }
}

const isHeld = (event: RunEvent): event is RunEvent & { block: number } =>
  event.type === 'output.delta' || event.type === 'value.shown' || event.type === 'attempt.end'
