import { expect, test } from 'vitest'
import { checkpointLine } from '../console/src/session/checkpoint-line.ts'

const kept = (id: string, createdAt: number) => ({ id, createdAt })
const made = (checkpointId: string) => ({ type: 'checkpoint.created', checkpointId })
const back = (checkpointId: string) => ({ type: 'session.restored', checkpointId })
const branch = (id: string, branchedFrom: string, createdAt: number) => ({ id, branchedFrom, createdAt })
const drawn = (...of: Parameters<typeof checkpointLine>) =>
  checkpointLine(...of).map(({ row, lane, through, up, down, aside }) => [row.id, lane, { through, up, down, aside }])
const NONE = { through: [], up: [], down: [], aside: [] }

test('the history of a session is a line that branches where somebody went back, and where a session began', () => {
  const events = [made('a'), made('b'), back('a'), made('c')]
  expect(drawn([kept('a', 1), kept('b', 2), kept('c', 3)], events, [branch('s', 'b', 4)])).toEqual([
    ['now', 0, { ...NONE, down: [0] }],
    ['s', 1, { ...NONE, through: [0], down: [1] }],
    ['c', 0, { ...NONE, through: [1], up: [0], down: [0] }],
    ['b', 1, { ...NONE, through: [0], up: [1], down: [1] }],
    ['a', 0, { ...NONE, up: [0], aside: [1] }],
  ])
})

test('a state that was removed is passed over, and states whose events are gone stand in the order of time', () => {
  const removed = drawn([kept('a', 1), kept('c', 3)], [made('a'), made('b'), made('c')], [])
  expect(removed.map(([id, lane]) => [id, lane])).toEqual([
    ['now', 0],
    ['c', 0],
    ['a', 0],
  ])
  expect(drawn([kept('b', 2), kept('a', 1)], [], [])).toEqual([
    ['now', 0, { ...NONE, down: [0] }],
    ['b', 0, { ...NONE, up: [0], down: [0] }],
    ['a', 0, { ...NONE, up: [0] }],
  ])
})
