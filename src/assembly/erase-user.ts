import { setImmediate as otherWork } from 'node:timers/promises'
import type { createKeys } from '../access/keys.ts'
import type { Secrets } from '../access/secrets.ts'
import { EngineError } from '../contract/errors.ts'
import type { EraseResult } from '../contract/retention.ts'
import type { Images, Machines } from '../machine/machine.ts'
import type { Templates } from '../machine/template/template.ts'
import type { RunDeletion } from '../run/delete-runs.ts'
import { pruneRuns } from '../run/prune-runs.ts'
import type { createRuns } from '../run/runs.ts'
import type { Store } from '../store/store.ts'
import type { assembleSessions } from './assemble-sessions.ts'

export interface EraseParts {
  store: Pick<Store, 'sessions' | 'checkpoints' | 'commands' | 'measures' | 'policies' | 'events' | 'retention'>
  clock(): number
  deletion: RunDeletion
  keys: Pick<ReturnType<typeof createKeys>, 'list' | 'revoke'>
  runs: Pick<ReturnType<typeof createRuns>, 'cancel'>
  machines: Pick<Machines, 'list' | 'kill'>
  images: Pick<Images, 'listSnapshots' | 'remove'>
  templates: Pick<Templates, 'list'>
  sessions: Pick<ReturnType<typeof assembleSessions>, 'remove' | 'checkpoints' | 'volumes'>
  secrets: Pick<Secrets, 'list' | 'remove'>
}

const PAGE = 100
const LAST_WORD = /\.(deleted|removed|revoked|ended)$/

/**
 * Deletes everything of a user, each thing through the part it belongs to. Keys go first, so that nothing new comes; then all that
 * runs is ended. Done again, it goes on where it was interrupted.
 */
export async function eraseUser(parts: EraseParts, userId: string): Promise<EraseResult> {
  const { store, deletion, keys, runs, machines, images, templates, sessions, secrets } = parts
  const own = (await keys.list()).filter(({ user, revokedAt }) => user === userId && revokedAt === null)
  await each(own, ({ id }) => keys.revoke(id))
  for await (const { runId, isEnded } of deletion.runsOf(userId)) if (!isEnded) await runs.cancel(runId, userId)
  const gone = {
    keys: own.length,
    sandboxes: await each(await machines.list({ userId }), ({ id }) => machines.kill(id, userId)),
    templates:
      (await each(await images.listSnapshots({ userId }), ({ id }) => images.remove(id, userId))) +
      (await each(await templates.list(userId), ({ template }) => images.remove(template.id, userId))),
    sessions: await inPages(async () =>
      each(await store.sessions.list({ userId, limit: PAGE }), ({ id }) => sessions.remove(id, userId)),
    ),
    checkpoints: await inPages(async () =>
      each(await store.checkpoints.list({ userId, limit: PAGE }), ({ id }) => sessions.checkpoints.remove(id, userId)),
    ),
    volumes: await each(await sessions.volumes.list(userId), ({ name }) => sessions.volumes.remove({ userId, name })),
    secrets: await each(await secrets.list(userId), ({ id }) => secrets.remove(userId, id)),
    commands: await inPages(() => store.commands.removeOf(userId, PAGE)),
  }
  await inPages(() => store.measures.removeOf(userId, PAGE))
  await store.policies.remove({ userId, at: parts.clock() })
  const { deleted, more } = await pruneRuns(deletion, { userId })
  if (!more) await eraseStreams(store, userId)
  return { ...gone, runs: deleted, more }
}

/** What was told of all that is gone; that it is gone stays told. */
async function eraseStreams({ events, retention }: EraseParts['store'], userId: string): Promise<void> {
  for (let after = { writtenIn: 0, position: 0 }; ; await otherWork()) {
    const page = await events.readUser(userId, { after, limit: PAGE })
    const dropped = page.filter(({ entry }) => !LAST_WORD.test(entry.type))
    await retention.drop(dropped.map(({ place }) => place.position))
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = last.place
  }
}

/** A thing that ended by itself meanwhile is gone too. */
async function each<T>(list: T[], remove: (thing: T) => Promise<unknown>): Promise<number> {
  for (const thing of list) {
    await remove(thing).catch((error) => {
      if (!(error instanceof EngineError && error.status === 404)) throw error
    })
  }
  return list.length
}

async function inPages(removePage: () => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const removed = await removePage()
    total += removed
    if (removed < PAGE) return total
    await otherWork()
  }
}
