import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Admission, createSlots, type Slots } from './slots.ts'

const USERS = ['ada', 'ben', 'eve']
/** One program of a run; the programs of one run share its admission. */
interface Program {
  number: number
  userId: string
  run: { admission: Admission; open: number }
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

/** Plays a sequence of runs that arrive, end and are cancelled, then lets the rest end; calls `look` after every step. */
async function play({ server, user, steps }: Story, look: (seen: Seen) => void = () => {}) {
  const slots = createSlots({ server, user, clock: () => 0 })
  const seen: Seen = { slots, came: 0, runs: new Set(), waiting: [], working: [], entered: [] }
  for (const next of steps) {
    if (next.kind === 'come') come(seen, USERS[next.user] ?? '', 1 + (next.which % 3))
    else finish(seen, next)
    await settled()
    look(seen)
  }
  for (let program = seen.working[0]; program; program = seen.working[0]) {
    leave(seen, program)
    await settled()
    look(seen)
  }
  return seen
}

interface Seen {
  slots: Slots
  came: number
  runs: Set<Program['run']>
  waiting: Program[]
  working: Program[]
  /** Programs in the order in which they got their slot. */
  entered: Program[]
}

/** Adds a run of one to three programs that want to work at the same time. */
function come(seen: Seen, userId: string, programs: number) {
  let admission: Admission
  try {
    admission = seen.slots.admit(userId)
  } catch {
    return
  }
  const run = { admission, open: programs }
  seen.runs.add(run)
  for (let count = 0; count < programs; count++) ask(seen, { userId, run })
}

function ask(seen: Seen, { userId, run }: Pick<Program, 'userId' | 'run'>) {
  const program: Program = { number: seen.came++, userId, run, caller: new AbortController() }
  seen.waiting.push(program)
  run.admission.takeSlot(program.caller.signal).then(
    (release) => {
      program.release = release
      seen.waiting.splice(seen.waiting.indexOf(program), 1)
      seen.working.push(program)
      seen.entered.push(program)
    },
    () => {},
  )
}

function finish(seen: Seen, { kind, which }: Step) {
  const list = kind === 'end' ? seen.working : seen.waiting
  const program = list[which % Math.max(1, list.length)]
  if (program) leave(seen, program)
}

function leave(seen: Seen, program: Program) {
  for (const list of [seen.waiting, seen.working]) if (list.includes(program)) list.splice(list.indexOf(program), 1)
  program.caller.abort(new Error('cancelled'))
  program.release?.()
  const { run } = program
  if (--run.open > 0) return
  run.admission.leave()
  seen.runs.delete(run)
}

const settled = () => new Promise((resolve) => setImmediate(resolve))
const of = (programs: Program[], userId: string) => programs.filter((program) => program.userId === userId)

describe('slots, whatever runs come, end and are cancelled', () => {
  it('are never more than the server or one user may have', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (told) => {
        await play(told, ({ slots, runs, working, waiting }) => {
          expect(slots.busy).toBe(working.length)
          expect(slots.waiting).toBe(waiting.length)
          expect(working.length).toBeLessThanOrEqual(told.server.places)
          expect(runs.size).toBeLessThanOrEqual(told.server.places + told.server.queue)
          for (const userId of USERS) expect(of(working, userId).length).toBeLessThanOrEqual(told.user.places)
        })
      }),
    )
  })

  it('are never left empty while a run that may have one waits', async () => {
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

  it('come to every waiting run before any other is served twice', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (told) => {
        const passedBy = new Map(USERS.map((userId) => [userId, [] as string[]]))
        let before = { entered: 0, waiting: [] as Program[], working: [] as Program[] }
        await play(told, ({ entered, waiting, working }) => {
          for (const userId of USERS) {
            const served = entered.slice(before.entered).map((program) => program.userId)
            // Another user passed this one only if it waited all the while below its own bound.
            const couldGo = (at: { waiting: Program[]; working: Program[] }) =>
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

  it('are all free again when every run has left', async () => {
    await fc.assert(
      fc.asyncProperty(story, async (told) => {
        const { slots, came, waiting } = await play(told)
        expect(waiting, 'everyone who did not leave was served').toEqual([])
        expect([slots.busy, slots.waiting], `after ${came} programs`).toEqual([0, 0])
        const most = Math.min(told.server.places + told.server.queue, told.user.places + told.user.queue)
        for (let count = 0; count < most; count++) slots.admit('ada')
        expect(() => slots.admit('ada')).toThrow()
      }),
    )
  })
})
