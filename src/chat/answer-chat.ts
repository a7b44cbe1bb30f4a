import { EngineError } from '../contract/errors.ts'
import type { Outcome } from '../contract/run.ts'
import type { ChatNode, ChatRow } from '../store/chat/chat-tables.ts'
import { type AnswerMessage, createAnswerMessage, type Write } from './answer-message.ts'
import type { ChatNeeds } from './chat-needs.ts'
import { openChatSession } from './chat-session.ts'
import { nextNode, textOf } from './chat-tree.ts'
import { type RoundListener, type Talked, talk } from './rounds.ts'
import { messagesFor } from './words-for-model.ts'

export interface Answering {
  chat: ChatRow
  /** The messages before the answer, the question last. */
  path: ChatNode[]
  nodes: ChatNode[]
  rounds: number
  signal: AbortSignal
}

/** Answers a question: each round is kept when it is over, and the end is told whatever happens. */
export async function answerChat(needs: ChatNeeds, { chat, path, nodes, rounds, signal }: Answering, write: Write) {
  const { store, clock, model, newId } = needs
  const { userId } = chat
  const question = path.at(-1)
  const metadata = { chatId: chat.id, model: model?.id ?? null, sessionId: chat.sessionId }
  const answer = createAnswerMessage(newId('msg'), metadata, write)
  const node: ChatNode = {
    ...{ node: nextNode(nodes), parent: question?.node ?? null, message: answer.message, before: null, after: null },
  }
  const runs: string[] = []
  let round = 0
  const keep = () => store.chats.change(chat.id, { nodes: [node], head: node.node, at: clock() })
  const session = {
    async open(): Promise<string> {
      if (node.before === null) {
        const opened = await openChatSession(needs.sessions, { chat, nodes, path, owner: { userId, signal } })
        const { sessionId, before, left, notice } = opened
        if (notice !== undefined) answer.notice(notice)
        metadata.sessionId = sessionId
        node.before = before
        // From here on the state of the session is that of this answer.
        const changed = left ? [left, node] : [node]
        await store.chats.change(chat.id, { nodes: changed, sessionId, stateNode: node.node, at: clock() })
      }
      return metadata.sessionId ?? ''
    },
    async again(): Promise<void> {
      if (node.before !== null) await needs.sessions.checkpoints.restore(node.before, { userId, signal })
    },
  }
  const listener = listenerOf(answer, {
    rounds,
    onRound: (n) => {
      round = n
    },
    onRunId: (runId) => runs.includes(runId) || runs.push(runId),
    keep,
  })
  answer.begin()
  const task = question ? textOf(question.message) : ''
  const { system, messages } = messagesFor(path.map(({ message }) => message))
  const ended = await talk(needs, { system, messages, userId, rounds, signal, task, session, listener }).catch(
    (error: unknown) => failed(needs, { error, signal, write }),
  )
  const { outcome, usage } = ended
  answer.end({ outcome, rounds: round, runs, ...(usage && { usage }) })
  const told = { node: node.node, messageId: answer.message.id, outcome, rounds: round, runs }
  const about = { subject: `chat:${chat.id}`, userId, at: clock() } as const
  const change = { nodes: [node], head: node.node, at: clock() }
  await store.chats.change(chat.id, change, { type: 'chat.answered', ...about, ...told })
}

function listenerOf(
  answer: AnswerMessage,
  on: { rounds: number; onRound(n: number): void; onRunId(runId: string): void; keep(): Promise<unknown> },
): RoundListener {
  return {
    onRound(round, why) {
      on.onRound(round)
      answer.step()
      if (why !== undefined) answer.round(round, on.rounds, why)
    },
    onText: (text) => answer.say('text', text),
    onThinking: (text) => answer.say('reasoning', text),
    onEvent: answer.event,
    onRun(run) {
      on.onRunId(run.runId)
      answer.run(run)
    },
    async onRoundEnd() {
      await on.keep()
    },
  }
}

type Ended = { outcome: Outcome; usage?: Talked['usage'] }

/** A stopped answer keeps what was said; any other failure is told to the reader as well. */
function failed(
  { onBug }: ChatNeeds,
  { error, signal, write }: { error: unknown; signal: AbortSignal; write: Write },
): Ended {
  if (signal.aborted) return { outcome: 'cancelled' }
  const { message, hint } = (error instanceof EngineError ? error : onBug(error)).toInfo()
  write({ type: 'error', errorText: `${message} ${hint}` })
  return { outcome: 'error' }
}
