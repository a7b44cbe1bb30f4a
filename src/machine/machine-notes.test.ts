import { expect, it } from 'vitest'
import { createMachineNotes } from './machine-notes.ts'

it('the newest lines are kept, each cut where it is too long, and never more than fits', () => {
  let now = 0
  const notes = createMachineNotes(() => ++now)
  for (let n = 0; n < 1500; n++) notes.add(`line ${n}`)
  expect(notes.list()).toHaveLength(1000)
  expect(notes.list().at(-1)).toEqual({ atMs: 1500, level: 'info', message: 'line 1499' })
  for (let n = 0; n < 200; n++) notes.add('x'.repeat(1_000_000), 'warn')
  const lengths = notes.list().map(({ message }) => message.length)
  expect(new Set(lengths)).toEqual(new Set([2000]))
  expect(lengths.length).toBe(32)
})
