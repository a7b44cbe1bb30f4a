import type { ChatMetadata, ChatPart, ChatRun, UiMessage } from '../contract/chat.ts'
import type { RunEvent } from '../contract/event.ts'

type Part = UiMessage['parts'][number]
/** Takes a part of the stream; programs that embed the engine need no types of the SDK for it. */
export type Write = (part: ChatPart) => void

/** One answer as it grows: every piece is written to the reader, and kept in the form that the AI SDK gives a message. */
export function createAnswerMessage(id: string, metadata: ChatMetadata, write: Write) {
  const message: UiMessage = { id, role: 'assistant', metadata, parts: [] }
  const { parts } = message
  let open: { type: 'text' | 'reasoning'; id: string; part: Part & { text: string } } | undefined
  let pieces = 0
  let isInStep = false

  function endPiece(): void {
    if (!open) return
    open.part.state = 'done'
    write({ type: `${open.type}-end`, id: open.id })
    open = undefined
  }
  function say(type: 'text' | 'reasoning', delta: string): void {
    if (open?.type !== type) {
      endPiece()
      const pieceId = `${id}-${++pieces}`
      const part = { type, ...(type === 'reasoning' && { id: pieceId }), text: '', state: 'streaming' }
      open = { type, id: pieceId, part }
      parts.push(part)
      write({ type: `${type}-start`, id: open.id })
    }
    open.part.text += delta
    write({ type: `${type}-delta`, id: open.id, delta })
  }
  /** A part of the same type and id takes the place of the one before. */
  function data(type: `data-${string}`, partId: string, value: unknown): void {
    endPiece()
    const part = { type, id: partId, data: value }
    const at = parts.findIndex((each) => each.type === type && each.id === partId)
    if (at === -1) parts.push(part)
    else parts[at] = part
    write(part)
  }
  function endStep(): void {
    endPiece()
    if (isInStep) write({ type: 'finish-step' })
    isInStep = false
  }
  return {
    message,
    begin: () => write({ type: 'start', messageId: id, messageMetadata: metadata }),
    step(): void {
      endStep()
      isInStep = true
      parts.push({ type: 'step-start' })
      write({ type: 'start-step' })
    },
    say,
    run: (run: ChatRun) => data('data-run', run.runId, run),
    round: (round: number, of: number, why: string) => data('data-round', `round-${round}`, { round, of, why }),
    notice: (text: string) => data('data-notice', `notice-${parts.length}`, { text }),
    event: (event: RunEvent) => write({ type: 'data-event', data: { event }, transient: true }),
    end(known: Partial<ChatMetadata>): void {
      endStep()
      Object.assign(metadata, known)
      write({ type: 'finish', messageMetadata: metadata })
    },
  }
}
export type AnswerMessage = ReturnType<typeof createAnswerMessage>
