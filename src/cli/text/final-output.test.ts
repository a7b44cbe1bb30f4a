import { expect, it } from 'vitest'
import type { RunEvent } from '../../contract/event.ts'
import { exited, stamp } from '../../sdk/story.fixture.ts'
import { createFinalOutput } from './final-output.ts'

const attempt = (block: number, n: number, text: string) =>
  [
    { type: 'attempt.start', block, attempt: n, code: text },
    { type: 'output.delta', block, attempt: n, stream: 'stdout', text },
    { type: 'attempt.end', block, attempt: n, language: 'python', ...exited },
  ] as const

async function outputOf(events: RunEvent[]): Promise<string[]> {
  const passed: RunEvent[] = []
  const show = createFinalOutput(async (event) => void passed.push(event))
  for (const event of events) await show(event)
  return passed.flatMap((event) => (event.type === 'output.delta' ? [event.text] : []))
}

it('the output of an attempt that another one follows is dropped', async () => {
  const events = stamp([
    ...attempt(0, 1, 'broken'),
    ...attempt(0, 2, 'whole'),
    { type: 'run.end', outcome: 'ok', durationMs: 1 },
  ])
  expect(await outputOf(events)).toEqual(['whole'])
})

it('the output of a block whose last attempt failed is kept', async () => {
  const events = stamp([
    ...attempt(0, 1, 'first'),
    ...attempt(0, 2, 'last'),
    { type: 'run.end', outcome: 'failed', durationMs: 1 },
  ])
  expect(await outputOf(events)).toEqual(['last'])
})

it('blocks that run at the same time are reported in their order at the end', async () => {
  const [one, two] = [attempt(0, 1, 'one'), attempt(1, 1, 'two')]
  const events = stamp([...two, ...one, { type: 'run.end', outcome: 'ok', durationMs: 1 }])
  expect(await outputOf(events)).toEqual(['one', 'two'])
})
