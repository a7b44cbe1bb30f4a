import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Check } from '../../contract/check.ts'
import { createSession } from '../content/sample-state.ts'
import { inStore, type OpenStore } from '../in-store.ts'

export const browserChecks: Check<OpenStore>[] = [
  {
    id: 'the-state-of-a-browser-comes-back-and-goes-with-its-session',
    run: (open) =>
      inStore(open, async (store) => {
        const { row } = await createSession(store)
        const state = { sessionId: row.id, userId: row.userId, savedAt: 5, body: { cookies: ['it’s \0\ud800'] } }
        await store.browsers.save({ ...state, body: 'before', savedAt: 4 })
        await store.browsers.save(state)
        assert.deepEqual(await store.browsers.load(row.id), state)
        await store.sessions.remove(row.id, { at: 6, reason: 'asked' })
        assert.equal(await store.browsers.load(row.id), undefined, 'cookies of a removed session are still there')
      }),
  },
  {
    id: 'events-of-a-browser-stand-in-the-stream-of-its-session',
    run: (open) =>
      inStore(open, async (store) => {
        const of = { subject: `session:${randomUUID()}`, userId: randomUUID(), at: 1 } as const
        const end = (why: 'idle' | 'asked') => ({ type: 'browser.closed', ...of, why }) as const
        await store.browsers.tell([end('idle'), end('asked')])
        const told = await store.events.readPage(of.subject, { afterSeq: 0, limit: 9 })
        assert.deepEqual(
          told.map((event) => ('why' in event ? event.why : undefined)),
          ['idle', 'asked'],
        )
      }),
  },
]
