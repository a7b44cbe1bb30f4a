import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Admission, createSlots, type Slots } from './slots.ts'

const USERS = ['ada', 'ben', 'eve']
interface Run {
  number: number
  userId: string
  admission: Admission
  caller: AbortController
  release?: () => void
}
type Step = { user: number; kind: 'come' | 'end' | 'cancel'; which: number }

const step = fc.record({
  user: fc.nat(USERS.length - 1),
  kind: fc.constantFrom<Step['kind']>('come', 'come', 'end', 'cancel'),
  which: fc.nat(20),
})
const bounds = (places: number) => fc.record({ places: fc.integer({ min: 1, max: places }), queue: fc.nat(6) })
const story = fc.record({ server: bounds(4), user: bounds(3), steps: fc.array(step, { maxLength: 60 }) })
type Story = typeof story extends fc.Arbitrary<infer T> ? T : never

/** Plays a story of runs that come, end and are cancelled, then lets the rest end; `look` is called after every step. */
async function play({ server, user, steps }: Story, look: (seen: Seen) => void = () => {}) {
  const slots = createSlots({ server, user, clock: () => 0 })
  const seen: Seen = { slots, came: [], waiting: [], working: [], entered: [] }
  for (const next of steps) {
    if (next.kind === 'come') come(seen, USERS[next.user] ?? '')
    else finish(seen, next)
    await settled()
    look(seen)
  }
  for (let run = seen.working[0]; run; run = seen.working[0]) {
    leave(seen, run)
    await settled()
    look(seen)
  }
  return seen
}

interface Seen {
  slots: Slots
  came: Run[]
  waiting: Run[]
  working: Run[]
  /** In the order in which they got their slot. */
  entered: Run[]
}

function come(seen: Seen, userId: string) {
  let admission: Admission
  try {
    admission = seen.slots.admit(userId)
  } catch {
    return
  }
  const run: Run = { number: seen.came.length, userId, admission, caller: new AbortController() }
  seen.came.push(run)
  seen.waiting.push(run)
  admission.takeSlot(run.caller.signal).then(
    (release) => {
      run.release = release
      seen.waiting.splice(seen.waiting.indexOf(run), 1)
      seen.working.push(run)
      seen.entered.push(run)
    },
    () => {},
  )
}

function finish(seen: Seen, { kind, which }: Step) {
  const list = kind === 'end' ? seen.working : seen.waiting
  const run = list[which % Math.max(1, list.length)]
  if (run) leave(seen, run)
}

function leave(seen: Seen, run: Run) {
  for (const list of [seen.waiting, seen.working]) if (list.includes(run)) list.splice(list.indexOf(run), 1)
  run.caller.abort(new Error('cancelled'))
  run.release?.()
  run.admission.leave()
}

const settled = () => new Promise((resolve) => setImmediate(resolve))
const of = (runs: Run[], userId: string) => runs.filter((run) => run.userId === userId)

describe('slots, whatever runs come, end and are cancelled', () => {
  it('are never more than the server or one user may have', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (told) => {
        await play(told, ({ slots, working, waiting }) => {
          expect(slots.busy).toBe(working.length)
          expect(slots.waiting).toBe(waiting.length)
          expect(working.length).toBeLessThanOrEqual(told.server.places)
          expect(working.length + waiting.length).toBeLessThanOrEqual(told.server.places + told.server.queue)
          for (const userId of USERS) expect(of(working, userId).length).toBeLessThanOrEqual(told.user.places)
        })
      }),
    )
  })

  it('are never left empty while someone who may have one waits', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (told) => {
        await play(told, ({ working, waiting }) => {
          if (working.length === told.server.places) return
          for (const { userId } of waiting) expect(of(working, userId).length).toBe(told.user.places)
        })
      }),
    )
  })

  it('come to the runs of one user in their order', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (told) => {
        const { entered } = await play(told)
        for (const userId of USERS) {
          const numbers = of(entered, userId).map(({ number }) => number)
          expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
        }
      }),
    )
  })

  it('come to everyone who waits before anyone else is served twice', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (told) => {
        const passedBy = new Map(USERS.map((userId) => [userId, [] as string[]]))
        let before = { entered: 0, waiting: [] as Run[], working: [] as Run[] }
        await play(told, ({ entered, waiting, working }) => {
          for (const userId of USERS) {
            const served = entered.slice(before.entered).map((run) => run.userId)
            // Only who waited all the while, and never had all that one may have, was passed by.
            const couldGo = (at: { waiting: Run[]; working: Run[] }) =>
              of(at.waiting, userId).length > 0 && of(at.working, userId).length < told.user.places
            const passed = couldGo(before) && couldGo({ waiting, working }) && !served.includes(userId)
            passedBy.set(userId, passed ? [...(passedBy.get(userId) ?? []), ...served] : [])
            const names = passedBy.get(userId) ?? []
            expect(new Set(names).size).toBe(names.length)
          }
          before = { entered: entered.length, waiting: [...waiting], working: [...working] }
        })
      }),
    )
  })

  it('are all free again when everyone has gone', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (told) => {
        const { slots, came, waiting } = await play(told)
        expect(waiting, 'everyone who did not leave was served').toEqual([])
        expect([slots.busy, slots.waiting], `after ${came.length} runs`).toEqual([0, 0])
        const most = Math.min(told.server.places + told.server.queue, told.user.places + told.user.queue)
        for (let count = 0; count < most; count++) slots.admit('ada')
        expect(() => slots.admit('ada')).toThrow()
      }),
    )
  })
})
