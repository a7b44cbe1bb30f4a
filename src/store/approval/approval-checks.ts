import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Check } from '../../contract/check.ts'
import { inStore, type OpenStore } from '../in-store.ts'
import type { AnswerOf, DecidedApproval, NewApproval } from './approval-rows.ts'

const questionOf = (known: Partial<NewApproval> = {}): NewApproval => ({
  ...{ id: randomUUID(), userId: randomUUID(), sessionId: null, actionId: null, cause: 'run1.3', kind: 'command' },
  ...{ title: 'Run: git push\0', arguments: { command: 'git push\0\ud800' }, names: ['git'], reason: 'policy' },
  ...{ hash: 'h', scopeHash: 's', suggestion: { for: 'pattern', pattern: 'git' }, askedAt: 1000, expiresAt: 9000 },
  suggested: false,
  ...known,
})

const decisionOf = (id: string, known: Partial<DecidedApproval> = {}): DecidedApproval => ({
  ...{ id, state: 'approved', by: 'ada', for: 'once', pattern: null, goodUntil: null, at: 2000 },
  ...known,
})

const answerTo = ({ userId, sessionId, kind, hash }: NewApproval, known: Partial<AnswerOf> = {}): AnswerOf => ({
  ...{ userId, sessionId, kind, hash, now: 3000 },
  ...known,
})

export const approvalChecks: Check<OpenStore>[] = [
  {
    id: 'a-question-is-asked-once-and-told-with-its-answer',
    run: (open) =>
      inStore(open, async (store) => {
        const question = questionOf()
        const first = await store.approvals.ask(question)
        const again = await store.approvals.ask({ ...question, id: randomUUID() })
        assert.equal(again.id, first.id)
        await store.approvals.decide(decisionOf(question.id))
        assert.equal(await store.approvals.decide(decisionOf(question.id, { state: 'denied' })), undefined)
        const told = await store.events.readPage(`approval:${question.id}`, { afterSeq: 0, limit: 9 })
        assert.deepEqual(
          told.map(({ type }) => type),
          ['approval.asked', 'approval.decided'],
        )
        assert.equal((await store.approvals.get(question.id))?.state, 'approved')
      }),
  },
  {
    id: 'an-answer-serves-one-effect-and-no-other',
    run: (open) =>
      inStore(open, async (store) => {
        const question = questionOf({ sessionId: randomUUID() })
        await store.approvals.ask(question)
        assert.equal(await store.approvals.use(answerTo(question)), undefined, 'an unanswered question serves')
        await store.approvals.decide(decisionOf(question.id))
        const others = [
          { hash: 'other' },
          { kind: 'sql' },
          { userId: 'ben' },
          { sessionId: null },
          { now: 9000 },
        ] as const
        for (const other of others) assert.equal(await store.approvals.use(answerTo(question, other)), undefined)
        const uses = await Promise.all([1, 2, 3].map(() => store.approvals.use(answerTo(question))))
        assert.equal(uses.filter(Boolean).length, 1)
      }),
  },
  {
    id: 'lasting-approvals-are-good-until-their-end',
    run: (open) =>
      inStore(open, async (store) => {
        const question = questionOf()
        await store.approvals.ask(question)
        await store.approvals.decide(decisionOf(question.id, { for: 'pattern', pattern: 'g*', goodUntil: 5000 }))
        const goodAt = async (now: number) => (await store.approvals.good({ userId: question.userId, now })).length
        assert.deepEqual([await goodAt(4999), await goodAt(5000)], [1, 0])
      }),
  },
  {
    id: 'a-lasting-approval-answers-nothing-after-its-end',
    run: (open) =>
      inStore(open, async (store) => {
        const question = questionOf()
        await store.approvals.ask(question)
        await store.approvals.decide(decisionOf(question.id, { for: 'pattern', pattern: 'g*', goodUntil: 5000 }))
        assert.equal(await store.approvals.use(answerTo(question, { now: 5000 })), undefined)
        assert.equal((await store.approvals.use(answerTo(question, { now: 4999 })))?.id, question.id)
      }),
  },
  {
    id: 'a-suggestion-is-left-once-and-its-yes-is-taken-once',
    run: (open) =>
      inStore(open, async (store) => {
        const question = questionOf({ suggested: true })
        const most = { unanswered: 2, since: 0 }
        const suggest = (known: Partial<NewApproval> = {}) =>
          store.approvals.suggest({ ...question, id: randomUUID(), ...known }, most)
        const first = await suggest({ id: question.id })
        assert.deepEqual([first.state, 'isNew' in first && first.isNew], ['asked', true])
        const again = await suggest()
        assert.deepEqual([again.state, 'approval' in again && again.approval.id], ['asked', question.id])
        const told = await store.events.readPage(`approval:${question.id}`, { afterSeq: 0, limit: 9 })
        assert.deepEqual([told.length, (await store.approvals.get(question.id))?.suggested], [1, true])
        await store.approvals.decide(decisionOf(question.id))
        const states = await Promise.all([suggest(), suggest()])
        assert.deepEqual(states.map(({ state }) => state).toSorted(), ['approved', 'asked'])
      }),
  },
  {
    id: 'a-no-to-a-suggestion-stands-and-a-flood-leaves-few',
    run: (open) =>
      inStore(open, async (store) => {
        const userId = randomUUID()
        const suggest = async (hash: string, since = 0) => {
          const question = questionOf({ userId, hash, suggested: true, askedAt: 2000 })
          return (await store.approvals.suggest(question, { unanswered: 2, since })).state
        }
        assert.deepEqual([await suggest('1'), await suggest('2'), await suggest('3')], ['asked', 'asked', 'refused'])
        assert.equal(await suggest('3', 2000), 'asked')
        for (const { id } of await store.approvals.list({ userId, limit: 9 }))
          await store.approvals.decide(decisionOf(id, { state: 'denied', for: null }))
        assert.deepEqual([await suggest('1'), await suggest('4')], ['refused', 'asked'])
      }),
  },
  {
    id: 'questions-expire-and-stay-expired',
    run: (open) =>
      inStore(open, async (store) => {
        const question = questionOf()
        await store.approvals.ask(question)
        await store.approvals.expire(9000)
        assert.equal((await store.approvals.get(question.id))?.state, 'expired')
        assert.equal(await store.approvals.decide(decisionOf(question.id)), undefined)
      }),
  },
  {
    id: 'questions-come-back-newest-first-to-their-user-alone',
    run: (open) =>
      inStore(open, async (store) => {
        const [name, userId] = [randomUUID(), randomUUID()]
        for (const letter of ['a', 'b'])
          await store.approvals.ask(questionOf({ id: `${name}${letter}`, userId, hash: letter }))
        await store.approvals.ask(questionOf({ id: `${name}c` }))
        await store.approvals.decide(decisionOf(`${name}a`))
        const idsOf = async (query: object) =>
          (await store.approvals.list({ userId, limit: 9, ...query })).map(({ id }) => id.slice(-1))
        assert.deepEqual([await idsOf({}), await idsOf({ state: 'waiting' })], [['b', 'a'], ['b']])
        assert.deepEqual(await idsOf({ before: `${name}b` }), ['a'])
      }),
  },
  {
    id: 'old-questions-are-forgotten-unless-they-wait-or-are-good',
    run: (open) =>
      inStore(open, async (store) => {
        const userId = randomUUID()
        const [old, waiting, good] = ['1', '2', '3'].map((hash) => questionOf({ userId, hash }))
        for (const question of [old, waiting, good]) if (question) await store.approvals.ask(question)
        await store.approvals.decide(decisionOf(old?.id ?? ''))
        await store.approvals.decide(decisionOf(good?.id ?? '', { for: 'session', goodUntil: 99_000 }))
        await store.approvals.removeBefore(5000, 6000)
        const left = (await store.approvals.list({ userId, limit: 9 })).map(({ id }) => id)
        assert.deepEqual(left.toSorted(), [waiting?.id, good?.id].toSorted())
      }),
  },
  {
    id: 'questions-of-a-user-are-removed-in-pieces',
    run: (open) =>
      inStore(open, async (store) => {
        const userId = randomUUID()
        for (const hash of ['1', '2', '3']) await store.approvals.ask(questionOf({ userId, hash }))
        assert.deepEqual([await store.approvals.removeOf(userId, 2), await store.approvals.removeOf(userId, 2)], [2, 1])
      }),
  },
]
