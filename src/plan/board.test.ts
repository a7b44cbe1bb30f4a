import fc from 'fast-check'
import { expect, it } from 'vitest'
import { randomOf, randomPlan } from '../../test/support/random-plan.ts'
import { planRequest, type StepState } from '../contract/plan.ts'
import type { StepRow } from '../store/plan/plan-tables.ts'
import { createBoard } from './board.ts'
import { type BoardNode, isFanOut, isGroup } from './board-node.ts'
import { groupEnd } from './group-steps.ts'

const rowOf = ({ path }: Pick<BoardNode, 'path'>, state: StepState, more: Partial<StepRow> = {}): StepRow => ({
  ...{ path, state, attempts: 1, reach: null, actionId: null, sessionId: null, checkpointId: null },
  ...{ startedAt: 0, endedAt: 0, ...more },
})

/** Runs a random plan on a board, step by step; gives the rows in the order in which they were put. */
function played(seed: number): { definition: ReturnType<typeof planRequest.parse>; rows: StepRow[]; isOver: boolean } {
  const random = randomOf(seed)
  const definition = planRequest.parse(randomPlan(seed))
  const board = createBoard(definition, [], () => undefined)
  const rows: StepRow[] = []
  const put = (row: StepRow) => {
    rows.push(row)
    board.put(row)
  }
  const atWork: BoardNode[] = []
  for (;;) {
    const group = board.nextRipe()
    if (group) {
      put(groupEnd(group, 0))
      continue
    }
    const node = random() < 0.6 ? board.next(() => false) : undefined
    if (node) {
      for (const need of node.needs) expect(['done', 'skipped', 'failed']).toContain(need.state)
      put(rowOf(node, 'running', isFanOut(node) ? { items: [1, 2, 3] } : {}))
      if (!isGroup(node)) atWork.push(node)
    } else if (atWork.length > 0) {
      const [ended] = atWork.splice(Math.floor(random() * atWork.length), 1) as [BoardNode]
      put(rowOf(ended, random() < 0.15 ? 'failed' : 'done'))
    } else if (!board.nextRipe()) {
      const last = board.next(() => false)
      if (!last) return { definition, rows, isOver: board.isDone() || board.hasFailed() }
      put(rowOf(last, 'running', isFanOut(last) ? { items: [1, 2, 3] } : {}))
      if (!isGroup(last)) atWork.push(last)
    }
  }
}

it('every plan comes to an end: all steps settled, or one has failed', () => {
  fc.assert(fc.property(fc.nat(100_000), (seed) => void expect(played(seed).isOver).toBe(true)))
})

it('a board made of stored rows offers the same steps as the one that lived through them', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(1000), (seed, cut) => {
      const { definition, rows } = played(seed)
      const some = rows.slice(0, cut % (rows.length + 1))
      const lived = createBoard(definition, [], () => undefined)
      for (const row of some) {
        lived.put(row)
        // Steps that have begun were taken.
        if (row.state === 'running') take(lived, row.path)
      }
      const last = new Map(some.map((row) => [row.path, row]))
      const made = createBoard(definition, [...last.values()], () => undefined)
      expect(offered(made)).toEqual(offered(lived))
      expect([made.hasFailed(), made.isDone()]).toEqual([lived.hasFailed(), lived.isDone()])
    }),
  )
})

/** Fields of steps that a board looks at while a chain of this length runs on it, for each step. */
function looksOf(length: number): number {
  let looks = 0
  const { steps } = planRequest.parse({
    steps: Array.from({ length }, (_, n) => ({
      ...{ id: `s${n}`, action: { type: 'look', input: {} }, needs: n > 0 ? [`s${n - 1}`] : [] },
    })),
  })
  const counted = steps.map((step) => new Proxy(step, { get: (known, name) => Reflect.get(known, name, ++looks) }))
  const board = createBoard({ steps: counted }, [], () => undefined)
  for (let node = board.next(() => false); node; node = board.next(() => false)) {
    for (const state of ['running', 'done'] as const) board.put(rowOf(node, state))
  }
  expect(board.isDone()).toBe(true)
  return looks / length
}

it('a board looks at as many steps for each that ends in a long plan as in a short one', () => {
  expect(looksOf(2000)).toBeLessThan(looksOf(20) * 1.5)
})

function take(board: ReturnType<typeof createBoard>, path: string): void {
  expect(board.node(path)?.state).toBe('running')
}

function offered(board: ReturnType<typeof createBoard>): string[] {
  const paths: string[] = []
  for (let node = board.next(() => false); node; node = board.next(() => false)) paths.push(node.path)
  return paths.sort()
}
