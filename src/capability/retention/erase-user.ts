import { setImmediate as otherWork } from 'node:timers/promises'
import type { KeysApi } from '../../access/keys.ts'
import type { Secrets } from '../../access/secrets.ts'
import { EngineError } from '../../contract/errors.ts'
import type { EraseResult } from '../../contract/retention.ts'
import type { Store } from '../../store/store.ts'
import type { RunDeletion } from './delete-runs.ts'
import { pruneRuns } from './prune-runs.ts'

type ById = (id: string, userId: string) => Promise<unknown>

/** The parts that hold data of users. */
export interface EraseParts {
  store: Pick<
    Store,
    | 'sessions'
    | 'checkpoints'
    | 'commands'
    | 'plans'
    | 'actions'
    | 'tasks'
    | 'chats'
    | 'feedback'
    | 'codePatterns'
    | 'knownRepairs'
    | 'cachedResults'
    | 'facts'
    | 'lessons'
    | 'approvals'
    | 'measures'
    | 'policies'
    | 'answers'
    | 'webhooks'
    | 'tokens'
    | 'events'
    | 'retention'
  >
  clock(): number
  deletion: RunDeletion
  keys: Pick<KeysApi, 'list' | 'revoke'>
  secrets: Pick<Secrets, 'list' | 'remove'>
  approvals: { forget(userId: string): Promise<void> }
  memory: { forgetUser(userId: string): Promise<void>; forgetRun: ById }
  results: { forgetRun: ById }
  playbooks: {
    agents: { removeOf(userId: string): Promise<void> }
    keeper: { drop(userId: string): void }
    forgetRun: ById
  }
  runs: { cancel: ById }
  machines: { list(of: { userId: string }): Promise<{ id: string }[]>; kill: ById }
  images: { listSnapshots(of: { userId: string }): Promise<{ id: string }[]>; remove: ById }
  templates: { list(userId: string): Promise<{ template: { id: string } }[]> }
  sessions: { remove: ById; checkpoints: { remove: ById } }
  volumes: {
    list(userId: string): Promise<{ name: string }[]>
    remove(volume: { userId: string; name: string }): Promise<unknown>
  }
}

const PAGE = 100
const LAST_WORD = /\.(deleted|removed|revoked|ended)$/

/**
 * Deletes everything of a user through the parts that hold it. Keys are revoked first, so that nothing new begins; then
 * everything that runs is ended. A second call continues an interrupted one.
 */
export async function eraseUser(parts: EraseParts, userId: string): Promise<EraseResult> {
  const { store, deletion, keys, runs, machines, images, templates, sessions, volumes, secrets } = parts
  const own = (await keys.list()).filter(({ user, revokedAt }) => user === userId && revokedAt === null)
  await each(own, ({ id }) => keys.revoke(id))
  for await (const { runId, isEnded } of deletion.runsOf(userId)) if (!isEnded) await runs.cancel(runId, userId)
  await inPages(() => store.plans.removeOf(userId, PAGE))
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
    volumes: await each(await volumes.list(userId), ({ name }) => volumes.remove({ userId, name })),
    secrets: await each(await secrets.list(userId), ({ id }) => secrets.remove(userId, id)),
    commands: await inPages(() => store.commands.removeOf(userId, PAGE)),
  }
  await inPages(() => store.actions.removeOf(userId, PAGE))
  await inPages(() => store.tasks.removeOf(userId, PAGE))
  await inPages(() => store.chats.removeOf(userId, PAGE))
  await parts.playbooks.agents.removeOf(userId)
  await inPages(() => store.feedback.removeOf(userId, PAGE))
  await parts.memory.forgetUser(userId)
  await inPages(() => store.codePatterns.removeOf(userId, PAGE))
  await inPages(() => store.knownRepairs.removeOf(userId, PAGE))
  await inPages(() => store.cachedResults.removeOf(userId, PAGE))
  await inPages(() => store.facts.removeOf(userId, PAGE))
  await inPages(() => store.lessons.removeOf(userId, PAGE))
  parts.playbooks.keeper.drop(userId)
  await inPages(() => store.approvals.removeOf(userId, PAGE))
  await parts.approvals.forget(userId)
  await inPages(() => store.measures.removeOf(userId, PAGE))
  await inPages(() => store.answers.removeOf(userId, PAGE))
  await inPages(() => store.webhooks.removeOf(userId, PAGE))
  await inPages(() => store.tokens.removeOf(userId, PAGE))
  await store.policies.remove({ userId, at: parts.clock() })
  const { deleted, more } = await pruneRuns(deletion, { userId })
  if (!more) await eraseStreams(store, userId)
  return { ...gone, runs: deleted, more }
}

/** Deletes the events of a user's deleted subjects; the events that tell of the deletions stay. */
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

/** Passes over things that ended by themselves meanwhile. */
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
