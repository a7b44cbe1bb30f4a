import type { ChatMetadata } from '../contract/chat.ts'
import { EngineError } from '../contract/errors.ts'
import type { Outcome } from '../contract/run.ts'
import type { ChatNode, ChatRow } from '../store/chat/chat-tables.ts'
import { createAnswerKeeper } from './answer-keeper.ts'
import { type AnswerMessage, createAnswerMessage, type Write } from './answer-message.ts'
import type { ChatNeeds } from './chat-needs.ts'
import { openChatSession } from './chat-session.ts'
import { textOf } from './chat-tree.ts'
import { type RoundListener, talk } from './rounds.ts'
import { messagesFor } from './words-for-model.ts'

export interface Answering {
  chat: ChatRow
  /** The messages before the answer, the question last. */
  path: ChatNode[]
  nodes: ChatNode[]
  /** The answer, which is kept empty already. */
  node: ChatNode
  answer: AnswerMessage
  rounds: number
  signal: AbortSignal
  /** Ends the answer: its conversation is gone, or another engine has it. */
  giveUp(): void
}

/** An answer without words yet, and its place in the conversation. */
export function emptyAnswer(
  { model, newId }: Pick<ChatNeeds, 'model' | 'newId'>,
  { chat, at, parent, write }: { chat: ChatRow; at: number; parent: number | null; write: Write },
): { answer: AnswerMessage; node: ChatNode } {
  const metadata = { chatId: chat.id, model: model?.id ?? null, sessionId: chat.sessionId }
  const answer = createAnswerMessage(newId('msg'), metadata, write)
  return { answer, node: { node: at, parent, message: answer.message, before: null, after: null } }
}

/** Answers a question: it is kept as it grows, and the end is told whatever happens. */
export async function answerChat(needs: ChatNeeds, work: Answering): Promise<void> {
  const { clock } = needs
  const { chat, path, node, answer, rounds, signal } = work
  const { userId } = chat
  const keeper = keeperOf(needs, work)
  const runs: string[] = []
  let round = 0
  const listener = listenerOf(answer, {
    rounds,
    onRound: (n) => {
      round = n
    },
    onRunId: (runId) => runs.includes(runId) || runs.push(runId),
    keeper,
  })
  const question = path.at(-1)
  const task = question ? textOf(question.message) : ''
  const { system, messages } = messagesFor(path.map(({ message }) => message))
  const session = sessionOf(needs, work, keeper)
  const talking = talk(needs, { system, messages, userId, rounds, signal, task, session, listener })
  const ended: Ended = await talking.then(
    ({ outcome, usage }) => ({ outcome, usage }),
    (error: unknown) => failed(needs, { error, signal, answer }),
  )
  const about = { subject: `chat:${chat.id}`, userId, at: clock() } as const
  const told = { node: node.node, messageId: answer.message.id, rounds: round, runs }
  answer.settle({ ...ended, rounds: round, runs })
  // Kept before its end is told: a reader who has seen the end finds it.
  await keeper
    .now({ writtenBy: needs.engineId }, { type: 'chat.answered', ...about, ...told, outcome: ended.outcome })
    .finally(() => answer.end())
}

function keeperOf({ store, clock, engineId }: ChatNeeds, { chat, node, giveUp }: Answering) {
  return createAnswerKeeper(async (change, ...told) => {
    const changed = { nodes: [node], heldBy: engineId, at: clock(), ...change }
    if (!(await store.chats.change(chat.id, changed, ...told))) giveUp()
  })
}
type Keeper = ReturnType<typeof keeperOf>

function sessionOf(needs: ChatNeeds, { chat, path, nodes, node, answer, signal }: Answering, keeper: Keeper) {
  const { metadata } = answer
  const owner = { userId: chat.userId, signal }
  return {
    async open(): Promise<string> {
      if (node.before === null) {
        const { sessionId, before, left, notice } = await openChatSession(needs.sessions, { chat, nodes, path, owner })
        if (notice !== undefined) answer.notice(notice)
        metadata.sessionId = sessionId
        node.before = before
        // From here on the state of the session is that of this answer.
        await keeper.now({ nodes: left ? [left, node] : [node], sessionId, stateNode: node.node })
      }
      return metadata.sessionId ?? ''
    },
    async again(): Promise<void> {
      if (node.before !== null) await needs.sessions.checkpoints.restore(node.before, owner)
    },
  }
}

function listenerOf(
  answer: AnswerMessage,
  on: { rounds: number; onRound(n: number): void; onRunId(runId: string): void; keeper: Keeper },
): RoundListener {
  const { keeper } = on
  const kept =
    <Told extends unknown[]>(tell: (...told: Told) => void) =>
    (...told: Told) => {
      tell(...told)
      keeper.soon()
    }
  return {
    onRound: kept((round, why) => {
      on.onRound(round)
      answer.step()
      if (why !== undefined) answer.round(round, on.rounds, why)
    }),
    onText: kept((text) => answer.say('text', text)),
    onThinking: kept((text) => answer.say('reasoning', text)),
    onCut: kept((notice) => answer.notice(notice)),
    onEvent: answer.event,
    onRun: kept((run) => {
      on.onRunId(run.runId)
      answer.run(run)
    }),
    async onRoundEnd() {
      await keeper.now()
    },
  }
}

type Ended = { outcome: Outcome } & Pick<ChatMetadata, 'usage' | 'error'>

/** A stopped answer keeps everything said; any other failure is told to its readers as well. */
function failed(
  { onBug }: ChatNeeds,
  { error, signal, answer }: { error: unknown; signal: AbortSignal; answer: AnswerMessage },
): Ended {
  const reason = signal.aborted ? signal.reason : error
  if (signal.aborted && !(reason instanceof EngineError)) return { outcome: 'cancelled' }
  const info = (reason instanceof EngineError ? reason : onBug(reason)).toInfo()
  answer.fail(`${info.message} ${info.hint}`)
  return { outcome: 'error', error: info }
}
