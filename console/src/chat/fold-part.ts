import type { ChatPart, UiMessage } from 'anneal-contract/chat.ts'

type Part = UiMessage['parts'][number]

/** One part of the AI SDK's stream, folded into the answer that it belongs to. The answer changes in place. */
export function foldPart(answer: UiMessage, part: ChatPart): void {
  const { type } = part
  if (type === 'start') Object.assign(answer, { id: part.messageId ?? answer.id, metadata: part.messageMetadata })
  else if (type === 'start-step') answer.parts.push({ type: 'step-start' })
  else if (type === 'text-start' || type === 'reasoning-start')
    answer.parts.push({ type: type.slice(0, -'-start'.length), id: part.id, text: '', state: 'streaming' })
  else if (type === 'text-delta' || type === 'reasoning-delta') addText(answer, part)
  else if (type === 'text-end' || type === 'reasoning-end') endText(answer, part)
  else if (type === 'finish' || type === 'message-metadata') {
    if (part.messageMetadata !== undefined) answer.metadata = part.messageMetadata
  } else if (type.startsWith('data-') && part.transient !== true) putData(answer, part)
}

const openPiece = ({ parts }: UiMessage, { id }: ChatPart): Part | undefined =>
  parts.findLast((each) => each.id === id && each.state === 'streaming')

function addText(answer: UiMessage, part: ChatPart): void {
  const piece = openPiece(answer, part)
  if (piece) piece.text = `${piece.text}${part.delta}`
}

function endText(answer: UiMessage, part: ChatPart): void {
  const piece = openPiece(answer, part)
  if (piece) piece.state = 'done'
}

/** A part of the same type and id takes the place of the one before. */
function putData({ parts }: UiMessage, part: ChatPart): void {
  const at = parts.findIndex(({ type, id }) => type === part.type && id !== undefined && id === part.id)
  if (at < 0) parts.push(part)
  else parts[at] = part
}
