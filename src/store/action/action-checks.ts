import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Check } from '../../contract/check.ts'
import type { StreamEvent } from '../../contract/event.ts'
import { inStore, isEngineError, type OpenStore } from '../in-store.ts'
import type { Store } from '../store.ts'
import type { NewAction } from './action-rows.ts'

const actionOf = (known: Partial<NewAction> = {}): NewAction => ({
  id: randomUUID(),
  userId: randomUUID(),
  sessionId: null,
  type: 'shell.run',
  reach: 'inside',
  engineId: randomUUID(),
  cause: 'run1.3',
  input: { command: "echo 'it’s' \0\ud800" },
  startedAt: 1000,
  ...known,
})

const toldOf = async (store: Store, subject: `action:${string}` | `session:${string}`) =>
  (await store.events.readPage(subject, { afterSeq: 0, limit: 9 })).map((entry) => {
    const { type, id, cause } = entry as StreamEvent
    return { type, id, cause }
  })

export const actionChecks: Check<OpenStore>[] = [
  {
    id: 'an-action-is-told-with-its-row-and-ends-once',
    run: (open) =>
      inStore(open, async (store) => {
        const action = actionOf()
        const start = await store.actions.begin(action)
        const error = { code: 'INTERNAL', message: 'm', hint: 'h', retry: false }
        const end = { id: action.id, outcome: 'failed' as const, output: { stdout: 'a\0' }, error, at: 1500 }
        assert.deepEqual(
          [await store.actions.end(end), await store.actions.end({ ...end, outcome: 'ok' })],
          [true, false],
        )
        assert.deepEqual(await toldOf(store, `action:${action.id}`), [
          { type: 'action.start', id: start, cause: 'run1.3' },
          { type: 'action.end', id: `action:${action.id}.2`, cause: start },
        ])
        const { outcome, output } = { ...end }
        const row = { ...action, outcome, output, error, durationMs: 500 }
        assert.deepEqual(await store.actions.get(action.id), row)
      }),
  },
  {
    id: 'actions-in-a-session-stand-in-its-stream',
    run: (open) =>
      inStore(open, async (store) => {
        const action = actionOf({ sessionId: randomUUID() })
        await store.actions.begin(action)
        const told = await toldOf(store, `session:${action.sessionId}`)
        assert.deepEqual(
          told.map(({ type }) => type),
          ['action.start'],
        )
      }),
  },
  {
    id: 'an-action-with-a-taken-id-changes-and-tells-nothing',
    run: (open) =>
      inStore(open, async (store) => {
        const action = actionOf()
        await store.actions.begin(action)
        await assert.rejects(store.actions.begin({ ...action, input: {} }), isEngineError('ACTION_EXISTS'))
        assert.equal((await toldOf(store, `action:${action.id}`)).length, 1)
        assert.deepEqual((await store.actions.get(action.id))?.input, action.input)
      }),
  },
  {
    id: 'actions-come-back-newest-first-to-their-user-alone',
    run: (open) =>
      inStore(open, async (store) => {
        const [name, userId, sessionId] = [randomUUID(), randomUUID(), randomUUID()]
        for (const letter of ['a', 'b', 'c']) {
          const place = letter === 'b' ? { sessionId } : {}
          await store.actions.begin(actionOf({ id: `${name}${letter}`, userId, ...place }))
        }
        await store.actions.begin(actionOf({ id: `${name}d` }))
        const idsOf = async (query: object) =>
          (await store.actions.list({ userId, limit: 9, ...query })).map(({ id }) => id.slice(-1))
        assert.deepEqual(await idsOf({}), ['c', 'b', 'a'])
        assert.deepEqual(await idsOf({ limit: 1, before: `${name}c` }), ['b'])
        assert.deepEqual(await idsOf({ sessionId }), ['b'])
      }),
  },
  {
    id: 'actions-of-dead-engines-are-found-until-they-have-ended',
    run: (open) =>
      inStore(open, async (store) => {
        const [dead, ended, living] = [actionOf(), actionOf(), actionOf()]
        for (const action of [dead, ended, living]) await store.actions.begin(action)
        await store.leases.renew(living.engineId, 5000)
        await store.leases.renew(dead.engineId, 1000)
        await store.actions.end({ id: ended.id, outcome: 'ok', at: 1 })
        const ids = [dead.id, ended.id, living.id]
        const found = (await store.actions.abandoned(2000)).map(({ id }) => id).filter((id) => ids.includes(id))
        assert.deepEqual(found, [dead.id])
      }),
  },
  {
    id: 'long-values-of-actions-are-kept-in-part',
    run: (open) =>
      inStore(open, async (store) => {
        const action = actionOf({ input: { text: 'x'.repeat(200_000) } })
        await store.actions.begin(action)
        await store.actions.end({ id: action.id, outcome: 'ok', output: { stdout: 'y'.repeat(200_000) }, at: 1 })
        const row = await store.actions.get(action.id)
        assert.equal(row?.cut, true)
        assert.ok(JSON.stringify(row).length < 140_000)
        assert.match(JSON.stringify(row?.output), /^\{"stdout":"y{9999}/)
      }),
  },
  {
    id: 'old-actions-are-forgotten-when-they-have-ended',
    run: (open) =>
      inStore(open, async (store) => {
        const userId = randomUUID()
        const [old, young, going] = [10, 20, 10].map((startedAt) => actionOf({ userId, startedAt }))
        for (const action of [old, young, going]) if (action) await store.actions.begin(action)
        for (const action of [old, young]) if (action) await store.actions.end({ id: action.id, outcome: 'ok', at: 30 })
        await store.actions.removeBefore(20)
        const left = (await store.actions.list({ userId, limit: 9 })).map(({ id }) => id)
        assert.deepEqual(left.toSorted(), [young?.id, going?.id].toSorted())
      }),
  },
  {
    id: 'actions-of-a-user-are-removed-in-pieces',
    run: (open) =>
      inStore(open, async (store) => {
        const [userId, otherId] = [randomUUID(), randomUUID()]
        for (const owner of [userId, userId, userId, otherId]) await store.actions.begin(actionOf({ userId: owner }))
        assert.deepEqual([await store.actions.removeOf(userId, 2), await store.actions.removeOf(userId, 2)], [2, 1])
        assert.equal((await store.actions.list({ userId: otherId, limit: 9 })).length, 1)
      }),
  },
]
