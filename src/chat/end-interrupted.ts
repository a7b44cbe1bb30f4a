import type { ChatMetadata, ChatRun, UiMessage } from '../contract/chat.ts'
import { EngineError } from '../contract/errors.ts'
import type { RunResult } from '../contract/run.ts'
import type { ChatRow } from '../store/chat/chat-tables.ts'
import type { ChatNeeds } from './chat-needs.ts'
import { chatRunOf } from './chat-run.ts'

/** Ends the answer of an engine that died over it: the words that were kept stay, marked as interrupted. */
export async function endInterrupted(needs: ChatNeeds, { id, userId, head, engineId }: ChatRow): Promise<void> {
  const { store, clock } = needs
  const held = { writtenBy: engineId ?? '', at: clock() }
  const node = (await store.chats.nodes(id)).find((each) => each.node === head)
  const { outcome: known } = (node?.message.metadata ?? {}) as Partial<ChatMetadata>
  if (node?.message.role !== 'assistant' || known !== undefined) {
    await store.chats.change(id, held)
    return
  }
  const message = await interrupted(needs, node.message, userId)
  const { outcome = 'error', rounds = 0, runs = [] } = message.metadata as ChatMetadata
  const about = { subject: `chat:${id}`, userId, at: clock() } as const
  const told = { node: node.node, messageId: message.id, outcome, rounds, runs }
  await store.chats.change(id, { ...held, nodes: [{ ...node, message }] }, { type: 'chat.answered', ...about, ...told })
}

async function interrupted(needs: ChatNeeds, message: UiMessage, userId: string): Promise<UiMessage> {
  const steps = message.parts.filter(({ type }) => type === 'step-start').length
  const runs = message.parts.flatMap((part) => (part.type === 'data-run' ? [part.data as ChatRun] : []))
  const parts = message.parts.map(async (part) => {
    if (part.type === 'data-run') return { ...part, data: await endedRun(needs, part.data as ChatRun, userId) }
    return part.state === 'streaming' ? { ...part, state: 'done' } : part
  })
  const ended = { outcome: 'error', rounds: steps, runs: runs.map(({ runId }) => runId) } as const
  const metadata = { ...(message.metadata as ChatMetadata), ...ended }
  return {
    ...message,
    metadata: { ...metadata, error: new EngineError('CHAT_INTERRUPTED', {}).toInfo() },
    // The AI SDK takes no message without parts.
    parts: parts.length === 0 ? [{ type: 'step-start' }] : await Promise.all(parts),
  }
}

/** A run may have ended after the last words that were kept of it; one that has not ended is ended as interrupted. */
async function endedRun({ runs }: ChatNeeds, kept: ChatRun, userId: string): Promise<ChatRun> {
  if (kept.state === 'ended') return kept
  const { question: _, ...run } = kept
  const now: RunResult | undefined = await runs.get(kept.runId, userId).catch(() => undefined)
  if (now?.state === 'ended') return chatRunOf(now, kept.round)
  return { ...run, state: 'ended', outcome: 'error', error: new EngineError('RUN_INTERRUPTED', {}).toInfo() }
}
