import type { ChatMetadata, ChatPart, ChatRun, UiMessage } from '../contract/chat.ts'
import type { RunEvent } from '../contract/event.ts'

type Part = UiMessage['parts'][number]
type Piece = 'text' | 'reasoning'
/** Takes a part of the stream; programs that embed the engine need no types of the SDK for it. */
export type Write = (part: ChatPart) => void

/** One answer as it grows: every piece is written to its readers, and kept in the form that the AI SDK gives a message. */
export function createAnswerMessage(id: string, metadata: ChatMetadata, write: Write) {
  const message: UiMessage = { id, role: 'assistant', metadata, parts: [] }
  const { parts } = message
  const pieceIds = new Map<Part, string>()
  let open: { type: Piece; id: string; part: Part & { text: string } } | undefined
  let isInStep = false
  let failure: ChatPart | undefined
  let isEnded = false

  function endPiece(): void {
    if (!open) return
    open.part.state = 'done'
    write({ type: `${open.type}-end`, id: open.id })
    open = undefined
  }
  function say(type: Piece, delta: string): void {
    if (open?.type !== type) {
      endPiece()
      const pieceId = `${id}-${pieceIds.size + 1}`
      const part = { type, ...(type === 'reasoning' && { id: pieceId }), text: '', state: 'streaming' }
      open = { type, id: pieceId, part }
      pieceIds.set(part, pieceId)
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
  const finish = () => ({ type: 'finish', messageMetadata: { ...metadata } })
  return {
    message,
    metadata,
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
    fail(errorText: string): void {
      endStep()
      failure = { type: 'error', errorText }
      write(failure)
    },
    /** The message as it will stay. */
    settle(known: Partial<ChatMetadata>): void {
      endStep()
      Object.assign(metadata, known)
    },
    end(): void {
      isEnded = true
      write(finish())
    },
    /** The parts that bring a new reader to where the answer is now. */
    soFar(): ChatPart[] {
      const told = parts.flatMap((part, index) => {
        if (part.type === 'step-start') return [...(index > 0 ? [{ type: 'finish-step' }] : []), { type: 'start-step' }]
        const pieceId = pieceIds.get(part)
        return pieceId === undefined ? [part] : pieceParts(part, pieceId, part !== open?.part)
      })
      const step = parts.length > 0 && !isInStep ? [{ type: 'finish-step' }] : []
      const end = [...(failure ? [failure] : []), ...(isEnded ? [finish()] : [])]
      return [{ type: 'start', messageId: id, messageMetadata: { ...metadata } }, ...told, ...step, ...end]
    },
  }
}
export type AnswerMessage = ReturnType<typeof createAnswerMessage>

const pieceParts = ({ type, text }: Part, id: string, isWhole: boolean): ChatPart[] => [
  { type: `${type}-start`, id },
  { type: `${type}-delta`, id, delta: text },
  ...(isWhole ? [{ type: `${type}-end`, id }] : []),
]
