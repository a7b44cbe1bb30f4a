import { expect } from 'vitest'
import type { Cell } from './conversation.ts'
import type { Talk } from './talk.ts'

/** Runs cells, each with its promised end, and checks the state after each of them. Gives the last state. */
export async function goThrough(talk: Talk, cells: readonly Cell[], before?: string): Promise<string> {
  let state = before ?? ''
  for (const cell of cells) {
    const { outcome, attempt } = await talk.run(cell)
    const { state: what, endedBy, stderr } = attempt
    if (cell.failsBy === undefined) {
      expect({ outcome, what, stderr }, cell.code).toMatchObject({ outcome: 'ok', what: { kept: true }, stderr: '' })
      state = await talk.look()
    } else {
      expect({ outcome, endedBy, what }, cell.code).toMatchObject({
        outcome: 'failed',
        endedBy: cell.failsBy,
        what: { kept: false, undo: expect.stringMatching(/^(copy|saved)$/) },
      })
      expect(await talk.look(), `after ${cell.code}`).toBe(state)
    }
  }
  return state
}
