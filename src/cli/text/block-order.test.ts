import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../../contract/event.ts'
import { tellRun } from '../../sdk/story.fixture.ts'
import { createBlockOrder } from './block-order.ts'

const said = (text: string) => ({ stream: 'stdout' as const, text })
const told = tellRun([0, 1, 2].map((block) => ({ code: `${block}`, output: [said(`${block}a`), said(`${block}b`)] })))
const blockOf = (event: RunEvent) => ('block' in event && event.type !== 'block.found' ? event.block : undefined)
const first = told.findIndex((event) => blockOf(event) !== undefined)

/** The same run with its blocks side by side: `turns` gives the block of each next event. */
function sideBySide(turns: number[]): RunEvent[] {
  const lines = [0, 1, 2].map((block) => told.filter((event) => blockOf(event) === block))
  const mixed: RunEvent[] = []
  while (lines.some((line) => line.length > 0)) {
    const open = lines.filter((line) => line.length > 0)
    mixed.push(...(open[(turns[mixed.length % turns.length] ?? 0) % open.length]?.splice(0, 1) ?? []))
  }
  return [...told.slice(0, first), ...mixed, ...told.slice(-1)]
}

async function ordered(events: RunEvent[]): Promise<RunEvent[]> {
  const passed: RunEvent[] = []
  const show = createBlockOrder(async (event) => void passed.push(event))
  for (const event of events) await show(event)
  return passed
}

const ofAttempts = (events: RunEvent[]) =>
  events.filter(({ type }) => type.startsWith('attempt.') || type === 'output.delta')

describe('events of blocks that run side by side', () => {
  it('are shown attempt by attempt, each whole and once, whatever their order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(5), { minLength: 1, maxLength: 20 }), async (turns) => {
        const events = sideBySide(turns)
        const passed = await ordered(events)
        expect(passed.at(-1)?.type).toBe('run.end')
        expect(passed.toSorted((a, b) => a.seq - b.seq)).toEqual(events.toSorted((a, b) => a.seq - b.seq))
        const blocks = ofAttempts(passed).map(blockOf)
        expect(blocks.filter((block, index) => block !== blocks[index - 1])).toHaveLength(3)
        for (const block of [0, 1, 2]) {
          const own = (list: RunEvent[]) => ofAttempts(list).filter((event) => blockOf(event) === block)
          expect(own(passed)).toEqual(own(events))
        }
      }),
    )
  })

  it('pass at once when only one runs', async () => {
    const passed: RunEvent[] = []
    const show = createBlockOrder(async (event) => void passed.push(event))
    for (const event of told) {
      await show(event)
      expect(passed.at(-1)).toBe(event)
    }
  })

  it('are all shown before the end of an interrupted run', async () => {
    const events = sideBySide([0, 1, 2]).filter(({ type }) => type !== 'attempt.end')
    const passed = await ordered(events)
    expect(passed).toHaveLength(events.length)
    expect(passed.at(-1)?.type).toBe('run.end')
  })
})
