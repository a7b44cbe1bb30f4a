import { expect } from 'vitest'
import type { CheckpointInfo } from '../../src/contract/checkpoint.ts'
import type { SessionInfo } from '../../src/contract/session.ts'
import { type TestEngine, withEngine } from '../support/engine.ts'
import { serving } from '../support/serve-child.ts'
import { withHome } from '../support/temporary-home.ts'
import type { Conversation } from './conversation.ts'
import { goThrough } from './go-through.ts'
import { talkIn } from './talk.ts'

type Tools = Pick<TestEngine, 'call'> & { key: string }

/** A conversation in its session, and its state at the last look. */
interface Held {
  conversation: Conversation
  sessionId: string
  state: string
}

/** The cells of each part of a conversation: before the server is killed, before it is restarted, and after. */
const partsOf = ({ cells }: Conversation) => {
  const [first, second] = [Math.ceil(cells.length * 0.5), Math.ceil(cells.length * 0.7)]
  return [cells.slice(0, first), cells.slice(first, second), cells.slice(second)] as const
}
const talkOf = (tools: Tools, { conversation, sessionId }: Omit<Held, 'state'>) =>
  talkIn({ ...tools, ...conversation, sessionId })

async function ask<T>({ call, key }: Tools, path: string, body: object): Promise<T> {
  const response = await call(path, { key, body })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

async function begin(tools: Tools, conversation: Conversation): Promise<Held> {
  const volume = `notes-${conversation.language}`
  await ask(tools, '/v1/volumes', { name: volume })
  const session = await ask<SessionInfo>(tools, '/v1/sessions', { volumes: [{ name: volume }] })
  const held = { conversation, sessionId: session.id }
  const talk = talkOf(tools, held)
  const state = await goThrough(talk, partsOf(conversation)[0])
  // A cell without an end: it runs while the server is killed.
  const endless = conversation.cells.find(({ failsBy }) => failsBy === 'timeout')?.code ?? ''
  void talk.run({ code: endless }).catch(() => {})
  return { ...held, state }
}

async function goOn(tools: Tools, held: Held): Promise<Held> {
  const talk = talkOf(tools, held)
  expect(await talk.look(), 'after kill -9').toBe(held.state)
  return { ...held, state: await goThrough(talk, partsOf(held.conversation)[1], held.state) }
}

/** A checkpoint, a session that branches from it, and a way back: none of them affects the others. */
async function branchAndReturn(tools: Tools, { conversation, sessionId, state }: Held): Promise<void> {
  const talk = talkOf(tools, { conversation, sessionId })
  const { id } = await ask<CheckpointInfo>(tools, `/v1/sessions/${sessionId}/checkpoints`, {})
  const branch = await ask<SessionInfo>(tools, `/v1/checkpoints/${id}/branch`, {})
  const other = talkOf(tools, { conversation, sessionId: branch.id })
  expect(await other.look(), 'in a branch').toBe(state)
  const rest = partsOf(conversation)[2]
  expect(await goThrough(talk, rest, state)).not.toBe(state)
  expect(await other.look(), 'in the branch, when the other went on').toBe(state)
  await goThrough(other, rest.slice(0, 2), state)
  await ask(tools, `/v1/checkpoints/${id}/restore`, {})
  expect(await talk.look(), 'after going back to the checkpoint').toBe(state)
}

/**
 * Holds conversations at the same time; each has its previous state after every failed cell, kill -9, restart, unload
 * and in a branch.
 */
export const holdConversations = (conversations: Conversation[]): Promise<void> =>
  withHome(async (home) => {
    const begun = await serving({ home }, async (tools) => ({
      key: tools.key,
      held: await Promise.all(conversations.map((conversation) => begin(tools, conversation))),
    }))
    const { key } = begun
    const env = { ANNEAL_API_KEY: key }
    const kept = await withEngine({ home, env }, ({ call }) =>
      Promise.all(begun.held.map((held) => goOn({ call, key }, held))),
    )
    await withEngine({ home, env }, ({ call, engine }) =>
      Promise.all(
        kept.map(async (held) => {
          const talk = talkOf({ call, key }, held)
          expect(await talk.look(), 'after a restart').toBe(held.state)
          expect(await engine.sessions.memory.unload(held.sessionId)).toBe(true)
          expect(await talk.look(), 'after it was unloaded').toBe(held.state)
          await branchAndReturn({ call, key }, held)
        }),
      ),
    )
  })
