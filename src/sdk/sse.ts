/** One message of a `text/event-stream`, as the WHATWG HTML standard dispatches it. */
export interface SseMessage {
  type: string
  data: string
  /** The last `id` seen so far, also when this message had none. */
  lastEventId: string
}

export interface SseParser {
  /** Takes the next bytes, cut anywhere, and gives the messages they complete. */
  push(bytes: Uint8Array): SseMessage[]
  /** The last `id` seen so far, with a message or alone. */
  lastEventId(): string
}

/** Drops an unfinished message at the end of the stream, as the standard asks. */
export function createSseParser(): SseParser {
  const decoder = new TextDecoder()
  const message = createMessage()
  let line = ''
  let afterCr = false

  return {
    push(bytes) {
      let text = decoder.decode(bytes, { stream: true })
      if (text === '') return []
      if (afterCr && text.startsWith('\n')) text = text.slice(1)
      afterCr = text === '' ? false : text.endsWith('\r')

      const pieces = text.split(/\r\n|\r|\n/)
      const complete: SseMessage[] = []
      for (const [index, piece] of pieces.entries()) {
        line += piece
        if (index === pieces.length - 1) break
        const done = message.take(line)
        if (done) complete.push(done)
        line = ''
      }
      return complete
    },
    lastEventId: message.lastEventId,
  }
}

function createMessage() {
  let type = ''
  let data: string[] = []
  let id = ''
  let lastEventId = ''

  function dispatch(): SseMessage | undefined {
    // Set only now: a message that breaks off was seen by nobody.
    lastEventId = id
    const message = data.length > 0 ? { type: type || 'message', data: data.join('\n'), lastEventId } : undefined
    type = ''
    data = []
    return message
  }

  return {
    lastEventId: () => lastEventId,
    take(line: string): SseMessage | undefined {
      if (line === '') return dispatch()
      const { field, value } = splitField(line)
      if (field === 'data') data.push(value)
      else if (field === 'event') type = value
      else if (field === 'id' && !value.includes('\0')) id = value
      return undefined
    },
  }
}

/** A line that starts with a colon is a comment: its field name is empty and matches nothing. */
function splitField(line: string): { field: string; value: string } {
  const colon = line.indexOf(':')
  if (colon < 0) return { field: line, value: '' }
  const from = line[colon + 1] === ' ' ? colon + 2 : colon + 1
  return { field: line.slice(0, colon), value: line.slice(from) }
}
