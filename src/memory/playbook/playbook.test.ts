import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LessonChange } from '../../contract/playbook.ts'
import { openSqlite } from '../../store/database/sqlite.ts'
import type { Store } from '../../store/store.ts'
import { foldLessons, listOf } from './fold-lessons.ts'
import { lessonsInUse } from './lessons-in-use.ts'
import { createBookKeeper } from './open-playbook.ts'
import { draftOf, lessonIdOf, runIdOf } from './playbook.fixture.ts'
import { duplicateOf, oppositesOf } from './review-change.ts'
import { usedTokens } from './tokens-of.ts'

let directory = ''
let store: Store
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-playbook-'))
  store = await openSqlite({ file: join(directory, 'anneal.db') })
})
afterAll(async () => {
  await store.close()
  await rm(directory, { recursive: true })
})

const TOKENS = 100
let users = 0
const keeperOf = () => {
  let now = 0
  return createBookKeeper({ rows: store.lessons, clock: () => ++now, tokens: TOKENS })
}

const OTHER_USERS = 'someone else'
const id = (user: number) => fc.nat(7).map((number) => lessonIdOf(8 * (user % 4) + number))
const runId = fc.nat(5).map(runIdOf)
const agent = fc.constantFrom(null, 'ada')
const words = fc.string({ minLength: 1, maxLength: 90 })
const anyChange = (user: number): fc.Arbitrary<LessonChange> =>
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .tuple(id(user), words, agent)
        .map(([own, what, of]) => ({ op: 'add' as const, id: own, lesson: draftOf({ what, agent: of }) })),
    },
    {
      weight: 3,
      arbitrary: fc
        .tuple(id(user), fc.constantFrom('helpful' as const, 'harmful' as const), runId)
        .map(([own, verdict, run]) => ({ op: 'count' as const, id: own, verdict, runId: run })),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(id(user), runId).map(([own, run]) => ({ op: 'promote' as const, id: own, runs: [run] })),
    },
    fc.tuple(id(user), id(user)).map(([own, by]) => ({ op: 'supersede' as const, id: own, by })),
    fc.tuple(id(user), id(user)).map(([own, into]) => ({ op: 'merge' as const, id: own, into })),
    fc
      .tuple(id(user), fc.constantFrom('retire' as const, 'quarantine' as const, 'restore' as const))
      .map(([own, op]) => ({ op, id: own, why: 'w' })),
    fc.tuple(id(user), id(user)).map(([own, other]) => ({ op: 'contradict' as const, id: own, other })),
    fc
      .tuple(id(user), fc.constantFrom('share' as const, 'unshare' as const))
      .map(([own, op]) => ({ op, id: own, to: { user: OTHER_USERS, agent: null } })),
    fc.nat(30).map((to) => ({ op: 'revert' as const, to })),
  )

describe('a playbook', () => {
  it('never exceeds its budget, is the fold of its log to the byte, and forgets without a trace, whatever is done to it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(anyChange(0), { maxLength: 4 }), { maxLength: 12 }),
        fc.nat(7),
        runId,
        async (steps, number, run) => {
          const userId = `user${++users}`
          const keeper = keeperOf()
          // Ids of lessons are unique over all users in the store; each case has a clean one.
          await store.lessons.removeOf(`user${users - 1}`, 1000)
          const bytes = async () => JSON.stringify(await store.lessons.list(userId))
          const expectSound = async () => {
            const folded = foldLessons(await store.lessons.log(userId))
            expect(JSON.stringify(listOf(folded))).toBe(await bytes())
            for (const scope of [null, 'ada']) expect(usedTokens(folded, scope)).toBeLessThanOrEqual(TOKENS)
          }
          for (const changes of steps) {
            await keeper.change({ userId, by: 'curator', changes: () => changes })
            await expectSound()
          }
          const gone = lessonIdOf(number)
          await keeper.forget(userId, { lessonIds: [gone], runIds: [run] })
          await expectSound()
          const left = `${await bytes()}${JSON.stringify(await store.lessons.log(userId))}`
          expect(left).not.toContain(gone)
          expect(left).not.toContain(run)
        },
      ),
      { numRuns: 25 },
    )
  })

  it('of one user holds nothing of another without a grant', async () => {
    const keeper = keeperOf()
    const [ada, ben] = [`ada${++users}`, `ben${users}`]
    await store.lessons.removeOf(`user${users - 1}`, 1000)
    const [one, two] = [lessonIdOf(30), lessonIdOf(31)]
    const add = (own: string, what: string): LessonChange => ({ op: 'add', id: own, lesson: draftOf({ what }) })
    await keeper.change({
      userId: ada,
      by: 'person',
      changes: () => [add(one, 'of ada'), { op: 'promote', id: one, runs: [] }],
    })
    await keeper.change({ userId: ben, by: 'person', changes: () => [add(two, 'of ben')] })
    expect(listOf((await keeper.book(ben)).lessons).map((lesson) => lesson.id)).toEqual([two])
    const { refused } = await keeper.change({
      userId: ben,
      by: 'person',
      changes: () => [{ op: 'retire', id: one, why: '' }],
    })
    expect(refused).toHaveLength(1)
    expect(await store.lessons.granted(ben)).toEqual([])
    const to = { user: ben, agent: null }
    await keeper.change({ userId: ada, by: 'person', changes: () => [{ op: 'share', id: one, to }] })
    expect((await store.lessons.granted(ben)).map(({ lesson }) => lesson.id)).toEqual([one])
    await keeper.change({ userId: ada, by: 'person', changes: () => [{ op: 'unshare', id: one, to }] })
    expect(await store.lessons.granted(ben)).toEqual([])
  })

  it('refuses a lesson that does not fit instead of cutting it', async () => {
    const keeper = keeperOf()
    const userId = `user${++users}`
    const long = draftOf({ what: 'x'.repeat(400) })
    const { book, refused } = await keeper.change({
      userId,
      by: 'curator',
      changes: () => [{ op: 'add', id: lessonIdOf(29), lesson: long }],
    })
    expect(refused[0]?.why).toMatch(/^it has \d+ tokens, and the budget is 100$/)
    expect(book.lessons.size).toBe(0)
  })
})

describe('words of lessons', () => {
  const of = (what: string) =>
    foldLessons([
      {
        seq: 1,
        at: 1,
        by: 'person',
        change: { op: 'add', id: lessonIdOf(1), lesson: draftOf({ what, source: 'person' }) },
      },
    ])

  it('that say the same in another order are duplicates, and those that deny it are contradictions', () => {
    const known = of('Close the bracket that line two opens.')
    const same = draftOf({ what: 'The bracket that line two opens: close the bracket.', source: 'person' })
    const opposite = draftOf({ what: 'Never close the bracket that line two opens.', source: 'person' })
    expect(duplicateOf(known, same)?.id).toBe(lessonIdOf(1))
    expect(duplicateOf(known, opposite)).toBeUndefined()
    expect(oppositesOf(known, opposite).map(({ id: own }) => own)).toEqual([lessonIdOf(1)])
  })
})

describe('lessons in use', () => {
  const about = { language: 'python', fingerprint: 'f', agent: null }
  const lessonOf = (number: number, over: object = {}) => ({
    ...(foldLessons([
      { seq: 1, at: 1, by: 'curator', change: { op: 'add', id: lessonIdOf(number), lesson: draftOf() } },
    ]).get(lessonIdOf(number)) as NonNullable<ReturnType<ReturnType<typeof foldLessons>['get']>>),
    ...{ state: 'active' as const, ...over },
  })

  it('at most double and at least halve a likelihood, whatever evidence they have', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.02, max: 0.98, noNaN: true }),
        fc.nat(100),
        fc.nat(100),
        (likelihood, helpful, harmful) => {
          const runs = (count: number) => Array.from({ length: count }, (_, number) => `${number}`)
          const lesson = lessonOf(1, { helpful: runs(helpful), harmful: runs(harmful) })
          const moved = lessonsInUse([lesson, { ...lesson, id: lessonIdOf(2) }], about, 600).move(
            'python/close-bracket',
            likelihood,
          )
          expect(moved).toBeLessThanOrEqual(Math.max(0.02, Math.min(0.98, likelihood * 2)) + 1e-9)
          expect(moved).toBeGreaterThanOrEqual(Math.min(0.98, Math.max(0.02, likelihood / 2)) - 1e-9)
        },
      ),
    )
  })

  it('stand in a question as a whole or not at all, within its budget, and never when they are not active', () => {
    const all = [lessonOf(1), lessonOf(2), lessonOf(3, { state: 'candidate' }), lessonOf(4, { state: 'quarantined' })]
    expect(lessonsInUse(all, about, 600).texts).toHaveLength(2)
    expect(lessonsInUse(all, about, 30).texts).toHaveLength(1)
    expect(lessonsInUse(all, about, 5).texts).toEqual([])
    expect(lessonsInUse(all, { ...about, fingerprint: 'g' }, 600).used).toEqual([])
  })
})
