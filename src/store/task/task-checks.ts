import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Check } from '../../contract/check.ts'
import type { StreamDraft } from '../../contract/event.ts'
import { inStore, type OpenStore } from '../in-store.ts'
import type { TaskRow } from './task-rows.ts'

const taskOf = (known: Partial<TaskRow> = {}): TaskRow => ({
  ...{ id: randomUUID(), userId: randomUUID(), engineId: randomUUID(), task: 'it’s \0\ud800', type: 'code' as const },
  ...{ confidence: 0.5, reasons: ['it is a program'], outcome: null, attempts: [], sessionId: null },
  ...{ startedAt: 1000, durationMs: null, ...known },
})

const endOf = ({ id, userId }: TaskRow): StreamDraft => ({
  ...{ type: 'task.end', subject: `task:${id}`, userId, at: 1500, outcome: 'ok' },
})

export const taskChecks: Check<OpenStore>[] = [
  {
    id: 'a-task-is-told-with-its-row-and-does-not-change-when-it-has-ended',
    run: (open) =>
      inStore(open, async (store) => {
        const task = taskOf()
        assert.deepEqual(await store.tasks.put(task), [])
        const ended = { ...task, outcome: 'ok' as const, durationMs: 500 }
        assert.deepEqual(await store.tasks.put(ended, endOf(task)), [`task:${task.id}.1`])
        assert.deepEqual(await store.tasks.put({ ...ended, outcome: 'failed' }, endOf(task)), [])
        assert.deepEqual(await store.tasks.get(task.id), ended)
        assert.equal(await store.events.lastSeq(`task:${task.id}`), 1)
        assert.equal(await store.events.owns(task.userId, `task:${task.id}`), true)
      }),
  },
  {
    id: 'tasks-come-back-newest-first-to-their-user-alone',
    run: (open) =>
      inStore(open, async (store) => {
        const [name, userId] = [randomUUID(), randomUUID()]
        for (const letter of ['a', 'b', 'c']) await store.tasks.put(taskOf({ id: `${name}${letter}`, userId }))
        await store.tasks.put(taskOf({ id: `${name}d` }))
        const idsOf = async (query: object) =>
          (await store.tasks.list({ userId, limit: 9, ...query })).map(({ id }) => id.slice(-1))
        assert.deepEqual(await idsOf({}), ['c', 'b', 'a'])
        assert.deepEqual(await idsOf({ limit: 1, before: `${name}c` }), ['b'])
      }),
  },
  {
    id: 'tasks-of-dead-engines-are-found-until-they-have-ended',
    run: (open) =>
      inStore(open, async (store) => {
        const [dead, ended, living] = [taskOf(), taskOf({ outcome: 'ok' }), taskOf()]
        for (const task of [dead, ended, living]) await store.tasks.put(task)
        await store.leases.renew(living.engineId, 5000)
        await store.leases.renew(dead.engineId, 1000)
        const ids = [dead.id, ended.id, living.id]
        const found = (await store.tasks.abandoned(2000)).map(({ id }) => id).filter((id) => ids.includes(id))
        assert.deepEqual(found, [dead.id])
      }),
  },
  {
    id: 'old-tasks-are-forgotten-when-they-have-ended',
    run: (open) =>
      inStore(open, async (store) => {
        const userId = randomUUID()
        const [old, young] = [10, 20].map((startedAt) => taskOf({ userId, startedAt, outcome: 'ok' }))
        const going = taskOf({ userId, startedAt: 10 })
        for (const task of [old, young, going]) if (task) await store.tasks.put(task)
        await store.tasks.removeBefore(20)
        const left = (await store.tasks.list({ userId, limit: 9 })).map(({ id }) => id)
        assert.deepEqual(left.toSorted(), [young?.id, going.id].toSorted())
      }),
  },
  {
    id: 'tasks-of-a-user-are-removed-in-pieces',
    run: (open) =>
      inStore(open, async (store) => {
        const [userId, otherId] = [randomUUID(), randomUUID()]
        for (const owner of [userId, userId, userId, otherId]) await store.tasks.put(taskOf({ userId: owner }))
        assert.deepEqual([await store.tasks.removeOf(userId, 2), await store.tasks.removeOf(userId, 2)], [2, 1])
        assert.equal((await store.tasks.list({ userId: otherId, limit: 9 })).length, 1)
      }),
  },
]
