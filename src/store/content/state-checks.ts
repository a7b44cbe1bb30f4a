import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Check } from '../../contract/check.ts'
import { inStore, isEngineError, type OpenStore } from '../in-store.ts'
import type { Store } from '../store.ts'
import { beginState, checkpointOf, createSession, volumeOf } from './sample-state.ts'
import type { StateRow } from './state-rows.ts'

const AT_ONCE = 6

export const stateChecks: Check<OpenStore>[] = [
  {
    id: 'content-that-no-state-needs-is-found-and-never-needed-again',
    run: (open) =>
      inStore(open, async (store) => {
        const { step } = await createSession(store)
        const [lost, young] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
        const state = await beginState(store)
        await store.sessions.advance({ ...step, state })
        await store.contents.begin({ hash: lost, bytes: 7, at: -5000 })
        await store.contents.begin({ hash: young, bytes: 7, at: -4000 })
        assert.deepEqual(await store.contents.orphans(-4000, 9), [lost])
        assert.deepEqual(await store.contents.unneeded([state.id, young]), [young])
        const made = store.sessions.advance({ ...step, state: { ...state, id: lost, blobs: [lost] } })
        await assert.rejects(made, isEngineError('STATE_DAMAGED'))
        await store.contents.forget([lost, young, state.id])
        assert.deepEqual(await store.contents.orphans(-3000, 9), [])
        const { blobs } = await store.sessions.remove(step.sessionId, { at: 1, reason: 'asked' })
        assert.deepEqual(blobs, [state.id], 'content was forgotten that a state needs')
      }),
  },
  {
    id: 'the-last-of-many-who-leave-a-state-at-once-is-told-of-its-content',
    run: (open) =>
      withStores(open, async (stores) => {
        const [store] = stores
        for (let round = 0; round < 5; round++) {
          const base = await beginState(store)
          const { step, row } = await createSession(store)
          await store.sessions.advance({ ...step, state: base })
          const branches = await Promise.all(stores.map((own) => createSession(own, { stateId: base.id })))
          const states = await Promise.all(stores.map((own) => beginState(own, base)))
          const steps = stores.map((own, n) =>
            own.sessions.advance({ ...(branches[n] as Branch).step, state: states[n] as StateRow }),
          )
          await Promise.all([...steps, store.sessions.remove(row.id, { at: 1, reason: 'asked' })])
          const removed = stores.map((own, n) =>
            own.sessions.remove((branches[n] as Branch).row.id, { at: 1, reason: 'asked' }),
          )
          const blobs = (await Promise.all(removed)).flatMap((released) => released.blobs)
          assert.deepEqual(blobs.toSorted(), [base.id, ...states.map(({ id }) => id)].toSorted())
        }
      }),
  },
  {
    id: 'a-state-is-never-given-up-while-somebody-begins-to-need-it',
    run: (open) =>
      withStores(open, async (stores) => {
        const [store] = stores
        for (let round = 0; round < 5; round++) {
          const state = await beginState(store)
          const checkpoint = checkpointOf({ stateId: state.id })
          await store.checkpoints.add(checkpoint, { most: 9, state })
          const needing = stores.slice(1).map((own, n) => need(own, state, n))
          const [{ blobs }, ...needed] = await Promise.all([store.checkpoints.remove(checkpoint.id, 1), ...needing])
          assert.deepEqual(blobs, needed.some(Boolean) ? [] : [state.id])
        }
      }),
  },
  {
    id: 'many-who-go-back-and-forth-between-states-never-block-each-other',
    run: (open) =>
      withStores(open, async (stores) => {
        const [store] = stores
        const early = await beginState(store)
        const late = await beginState(store, early)
        // Keeps the content of both; the early state itself comes and goes.
        await store.checkpoints.add(checkpointOf({ stateId: late.id }), { most: 9, state: late })
        const goBackAndForth = async (own: Store) => {
          const { row, step } = await createSession(own)
          for (let round = 0; round < 10; round++) {
            for (const state of [early, late]) await own.sessions.advance({ ...step, state })
          }
          assert.equal((await own.sessions.get(row.id))?.stateId, late.id)
        }
        await Promise.all(stores.map(goBackAndForth))
      }),
  },
]

type Branch = Awaited<ReturnType<typeof createSession>>

/** Whether the state was stored in time; each by another way. */
async function need(store: Store, state: StateRow, n: number): Promise<boolean> {
  const volume = volumeOf({ userId: `${state.id}${n}` })
  const ways = [
    () => createSession(store, { stateId: state.id }),
    () => store.checkpoints.add(checkpointOf({ stateId: state.id }), { most: 9, state }),
    async () => store.sessions.advance({ ...(await createSession(store)).step, state }),
    async () => {
      await store.volumes.create(volume, 9)
      await store.volumes.advance({ id: volume.id, from: 0, state, bytes: 1, files: 1, changedAt: 1 })
    },
  ]
  try {
    await ways[n % ways.length]?.()
    return true
  } catch (error) {
    assert.ok(isEngineError('STATE_DAMAGED')(error) || isEngineError('CHECKPOINT_NOT_FOUND')(error), String(error))
    return false
  }
}

/** Separate connections, so that they can block each other. */
async function withStores(open: OpenStore, work: (stores: [Store, ...Store[]]) => Promise<void>): Promise<void> {
  const first = await open()
  const others = await Promise.all(Array.from({ length: AT_ONCE - 1 }, open))
  try {
    await work([first, ...others])
  } finally {
    for (const store of [first, ...others]) await store.close()
  }
}
