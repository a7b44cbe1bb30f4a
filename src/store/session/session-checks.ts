import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Check } from '../../contract/check.ts'
import type { SessionExecution } from '../../contract/session.ts'
import { beginState, createSession, sessionOf } from '../content/sample-state.ts'
import { inStore, isEngineError, type OpenStore } from '../in-store.ts'

const EXECUTION: Omit<SessionExecution, 'n'> = {
  ...{ runId: null, language: 'python', code: "print('it’s \0 \ud800')", outcome: 'ok', at: 5, durationMs: 1.5 },
}

export const sessionChecks: Check<OpenStore>[] = [
  {
    id: 'a-session-comes-back-equal',
    run: (open) =>
      inStore(open, async (store) => {
        const { row } = await createSession(store)
        assert.deepEqual(await store.sessions.get(row.id), row)
        assert.equal(await store.sessions.get(randomUUID()), undefined)
        const settings = { ...row.settings, transactions: false }
        await store.sessions.update(row.id, { settings, usedAt: 3000 })
        assert.deepEqual(await store.sessions.get(row.id), { ...row, settings, usedAt: 3000 })
        await assert.rejects(
          store.sessions.update(randomUUID(), { settings, usedAt: 1 }),
          isEngineError('SESSION_NOT_FOUND'),
        )
      }),
  },
  {
    id: 'sessions-are-listed-newest-first-to-their-user-alone',
    run: (open) =>
      inStore(open, async (store) => {
        const [name, userId] = [randomUUID(), randomUUID()]
        const rows = []
        for (const letter of ['a', 'b', 'c']) {
          const conversation = letter === 'b' ? 'other' : 'one'
          rows.unshift((await createSession(store, { id: `${name}${letter}`, userId, conversation })).row)
        }
        await createSession(store, { id: `${name}d` })
        assert.deepEqual(await store.sessions.list({ userId, limit: 9 }), rows)
        assert.deepEqual(await store.sessions.list({ userId, limit: 1, before: `${name}c` }), rows.slice(1, 2))
        const of = await store.sessions.list({ userId, conversation: 'one', limit: 9 })
        assert.deepEqual(of, [rows[0], rows[2]], 'a session of another conversation was listed')
      }),
  },
  {
    id: 'executions-of-a-session-are-numbered',
    run: (open) =>
      inStore(open, async (store) => {
        const { row, step } = await createSession(store)
        for (const n of [1, 2, 3]) {
          const { executions } = await store.sessions.advance({ ...step, usedAt: n, execution: EXECUTION })
          assert.equal(executions, n)
        }
        const { executions } = await store.sessions.advance({ ...step, usedAt: 9 })
        assert.equal(executions, 3, 'a step without an execution was counted')
        const history = await store.sessions.history({ sessionId: row.id, after: 1, limit: 1 })
        assert.deepEqual(history, [{ n: 2, ...EXECUTION }])
        assert.deepEqual(await store.sessions.get(row.id), { ...row, executions: 3, usedAt: 9 })
      }),
  },
  {
    id: 'a-step-gives-up-the-state-before',
    run: (open) =>
      inStore(open, async (store) => {
        const { row, step } = await createSession(store)
        const first = await beginState(store)
        assert.deepEqual((await store.sessions.advance({ ...step, state: first })).blobs, [])
        const second = await beginState(store, first)
        const kept = await store.sessions.advance({ ...step, state: second })
        assert.deepEqual(kept.blobs, [], 'a blob was given up that the new state needs')
        const third = await beginState(store)
        const { blobs } = await store.sessions.advance({ ...step, state: third })
        assert.deepEqual(new Set(blobs), new Set(second.blobs))
        assert.equal((await store.sessions.get(row.id))?.stateId, third.id)
        const again = store.sessions.advance({ ...step, state: second })
        await assert.rejects(again, isEngineError('STATE_DAMAGED'), 'a state came back whose content was given up')
        assert.equal((await store.sessions.get(row.id))?.stateId, third.id, 'a step that failed left something')
      }),
  },
  {
    id: 'a-state-that-a-session-began-as-stays-until-both-have-left-it',
    run: (open) =>
      inStore(open, async (store) => {
        const { row, step } = await createSession(store)
        const state = await beginState(store)
        await store.sessions.advance({ ...step, state })
        const branch = await createSession(store, { stateId: state.id, branchedFrom: 'cp' })
        assert.deepEqual((await store.sessions.remove(row.id, { at: 1, reason: 'asked' })).blobs, [])
        assert.deepEqual((await store.sessions.remove(branch.row.id, { at: 1, reason: 'asked' })).blobs, [state.id])
        const late = store.sessions.create(sessionOf({ stateId: state.id, branchedFrom: 'cp' }))
        await assert.rejects(late, isEngineError('CHECKPOINT_NOT_FOUND'))
      }),
  },
  {
    id: 'only-the-engine-that-has-a-session-moves-it-on',
    run: (open) =>
      inStore(open, async (store) => {
        const { row, step } = await createSession(store)
        const [other, now] = [randomUUID(), 10_000]
        await store.leases.renew(step.engineId, now + 1)
        assert.equal(await store.sessions.claim(row.id, other, now), false, 'it was taken from a living engine')
        assert.equal(await store.sessions.claim(row.id, step.engineId, now), true)
        assert.equal(await store.sessions.claim(row.id, other, now + 1), true, 'its engine has died')
        await assert.rejects(store.sessions.advance(step), isEngineError('SESSION_ELSEWHERE'))
        await store.sessions.release(row.id, step.engineId)
        await store.sessions.advance({ ...step, engineId: other })
        await store.sessions.release(row.id, other)
        assert.equal((await store.sessions.get(row.id))?.engineId, null)
        await assert.rejects(store.sessions.claim(randomUUID(), other, now), isEngineError('SESSION_NOT_FOUND'))
      }),
  },
  {
    id: 'idle-sessions-are-those-that-no-living-engine-has',
    run: (open) =>
      inStore(open, async (store) => {
        const [living, now] = [randomUUID(), 10_000]
        await store.leases.renew(living, now + 1)
        const usedAt = -1_000_000
        const old = await createSession(store, { usedAt: usedAt - 1 })
        const free = await createSession(store, { usedAt, engineId: null })
        await createSession(store, { usedAt, engineId: living })
        await createSession(store, { usedAt: usedAt + 1, engineId: null })
        const idle = await store.sessions.idle({ usedBefore: usedAt + 1, now, limit: 9 })
        for (const { id } of idle) await store.sessions.remove(id, { at: 1, reason: 'asked' })
        assert.deepEqual(idle, [old.row, free.row])
      }),
  },
  {
    id: 'a-removed-session-is-gone-with-its-history',
    run: (open) =>
      inStore(open, async (store) => {
        const { row, step } = await createSession(store)
        const state = await beginState(store)
        await store.sessions.advance({ ...step, state, execution: EXECUTION })
        assert.deepEqual((await store.sessions.remove(row.id, { at: 1, reason: 'asked' })).blobs, [state.id])
        assert.deepEqual((await store.sessions.remove(row.id, { at: 1, reason: 'asked' })).blobs, [])
        assert.equal(await store.sessions.get(row.id), undefined)
        assert.deepEqual(await store.sessions.history({ sessionId: row.id, limit: 9 }), [])
        await assert.rejects(store.sessions.advance(step), isEngineError('SESSION_NOT_FOUND'))
      }),
  },
]
