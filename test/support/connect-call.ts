import type { E2bServer } from './e2b-server.ts'

export interface ConnectAnswer {
  status: number
  /** Messages of a stream, the one that ends it last. */
  messages: Record<string, never>[]
}

/** Calls a procedure by the Connect protocol itself, without an SDK in between. */
export function connectCaller(server: E2bServer, machine: { id: string; accessToken: string | null }) {
  const ask = (
    procedure: string,
    init: { headers: Record<string, string>; body: Uint8Array | string; method?: string },
  ) =>
    fetch(`${server.url}/${procedure}`, {
      method: 'POST',
      ...init,
      headers: { 'e2b-sandbox-id': machine.id, 'x-access-token': machine.accessToken ?? '', ...init.headers },
    })
  return {
    ask,
    async unary(procedure: string, message: object): Promise<ConnectAnswer> {
      const headers = { 'content-type': 'application/json' }
      const answer = await ask(procedure, { headers, body: JSON.stringify(message) })
      return { status: answer.status, messages: [(await answer.json()) as Record<string, never>] }
    },
    async stream(procedure: string, messages: object[], headers: Record<string, string> = {}): Promise<ConnectAnswer> {
      const type = { 'content-type': 'application/connect+json' }
      const answer = await ask(procedure, {
        headers: { ...type, ...headers },
        body: Buffer.concat(messages.map(framed)),
      })
      return { status: answer.status, messages: messagesIn(Buffer.from(await answer.arrayBuffer())) }
    },
  }
}

function framed(message: object): Buffer {
  const payload = Buffer.from(JSON.stringify(message))
  const head = Buffer.alloc(5)
  head.writeUInt32BE(payload.length, 1)
  return Buffer.concat([head, payload])
}

/** The messages of a stream; fails without the last frame, or with anything behind it. */
function messagesIn(bytes: Buffer): Record<string, never>[] {
  const messages: Record<string, never>[] = []
  let hasEnded = false
  for (let at = 0; at < bytes.length; at += 5 + bytes.readUInt32BE(at + 1)) {
    if (hasEnded) throw new Error('a message behind the end')
    hasEnded = bytes.readUInt8(at) === 2
    messages.push(JSON.parse(bytes.subarray(at + 5, at + 5 + bytes.readUInt32BE(at + 1)).toString()))
  }
  if (!hasEnded) throw new Error('the stream has no end')
  return messages
}
