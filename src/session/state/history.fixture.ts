import { randomUUID } from 'node:crypto'
import { EngineError } from '../../contract/errors.ts'
import { checkpointOf, sessionOf } from '../../store/content/sample-state.ts'
import type { StateRow } from '../../store/content/state-rows.ts'
import { Killed, type MortalProcess } from './mortal-process.fixture.ts'
import { draftOf, piecesOf, type Tree } from './states.fixture.ts'

const ENGINE = 'eng'
const USER = 'usr'

export interface Action {
  what: 'session' | 'save' | 'checkpoint' | 'branch' | 'restore' | 'volume' | 'leave' | 'delete' | 'sweep'
  /** Chooses one of the existing things. */
  pick: number
  seed: number
}

/** The state of a session, a checkpoint or a volume. Null before the first save. */
export type Held = string | null | 'gone'

/** The states that were acknowledged to callers, by id, and the requests without an answer. */
export function createHistory() {
  const trees = new Map<string, Tree>()
  const acknowledged = new Map<string, Held>()
  const asked = new Map<string, Held>()
  const busy = new Set<string>()

  async function change<T>(key: string, value: Held, work: () => Promise<T>): Promise<T> {
    asked.set(key, value)
    try {
      const answer = await work()
      acknowledged.set(key, value)
      asked.delete(key)
      return answer
    } catch (error) {
      if (!(error instanceof Killed)) asked.delete(key)
      throw error
    }
  }

  async function save({ states }: MortalProcess, stateId: Held, seed: number): Promise<StateRow> {
    const base = stateId ? await states.read(stateId) : undefined
    const tree = { ...(stateId ? trees.get(stateId) : {}) }
    const path = `file-${seed % 7}`
    const removed = seed % 3 === 0 && path in tree ? [path] : []
    delete tree[path]
    const changed: Tree = removed.length > 0 ? {} : { [path]: String(seed).repeat((seed % 5) * 100) }
    const saved = await states.save(draftOf({}, { base, isWhole: false, tree: piecesOf(changed, removed) }))
    trees.set(saved.id, { ...tree, ...changed })
    return saved.row
  }

  /** One caller at a time changes a thing, as with sessions. Does nothing where there is none. */
  async function withOne(kind: string, pick: number, work: (key: string, held: string | null) => Promise<unknown>) {
    const free = [...acknowledged].filter(([key, held]) => key.startsWith(kind) && held !== 'gone' && !busy.has(key))
    const [key, held = null] = free[pick % Math.max(free.length, 1)] ?? []
    if (key === undefined) return
    busy.add(key)
    await work(key, held).finally(() => busy.delete(key))
  }

  async function advance({ states, store }: MortalProcess, sessionId: string, state: StateRow) {
    const step = { sessionId, engineId: ENGINE, usedAt: 1, state }
    await states.release(await change(sessionId, state.id, () => store.sessions.advance(step)))
  }

  async function create({ store }: MortalProcess, stateId: string | null) {
    const row = sessionOf({ id: `ses${randomUUID()}`, engineId: ENGINE, userId: USER, stateId })
    await change(row.id, stateId, () => store.sessions.create(row))
  }

  const actions: Record<Action['what'], (process: MortalProcess, action: Action) => Promise<unknown>> = {
    session: (process) => create(process, null),
    save: (process, { pick, seed }) =>
      withOne('ses', pick, async (id, held) => advance(process, id, await save(process, held, seed))),
    checkpoint: ({ states, store }, { pick }) =>
      withOne('ses', pick, async (_, stateId) => {
        if (stateId === null) return
        const row = checkpointOf({ id: `chk${randomUUID()}`, userId: USER, stateId })
        await states.release(await change(row.id, stateId, () => store.checkpoints.add(row, { most: 1_000 })))
      }),
    branch: (process, { pick }) => withOne('chk', pick, (_, held) => create(process, held)),
    restore: (process, { pick, seed }) =>
      withOne('chk', pick, (_, held) =>
        withOne('ses', seed, async (id) => advance(process, id, (await process.states.read(held ?? '')).row)),
      ),
    volume: (process, { seed }) =>
      withOne('vol', 0, async (id, held) => {
        const from = (await process.store.volumes.get(USER, id))?.version ?? 0
        const state = await save(process, held, seed)
        const next = { id, from, bytes: 1, files: 1, changedAt: 1, state }
        const advanced = await change(id, state.id, () => process.store.volumes.advance(next))
        if (advanced.advanced) await process.states.release(advanced)
      }),
    leave: ({ states, store }, { pick }) =>
      withOne('ses', pick, async (id) =>
        states.release(await change(id, 'gone', () => store.sessions.remove(id, { at: 1, reason: 'asked' }))),
      ),
    delete: ({ states, store }, { pick }) =>
      withOne('chk', pick, async (id) =>
        states.release(await change(id, 'gone', () => store.checkpoints.remove(id, 1))),
      ),
    sweep: ({ states }) => states.sweep(),
  }

  return {
    act: (process: MortalProcess, action: Action) => actions[action.what](process, action),
    acknowledged,
    asked,
    trees,
  }
}

/** An expected answer about a thing that others removed meanwhile. */
export function isAnswer(error: unknown): boolean {
  const codes = ['CHECKPOINT_NOT_FOUND', 'STATE_DAMAGED', 'SESSION_NOT_FOUND']
  return error instanceof Killed || (error instanceof EngineError && codes.includes(error.code))
}
