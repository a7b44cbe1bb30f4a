import { open } from '../api/api.ts'
import { bytesOf, inOrder, type Pty, type PtyWish } from '../terminal/pty.ts'

const ENVD_PORT = '49983'
/** The flag of the last message of a stream. */
const LAST = 2

const base64Of = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)))

/** Starts a shell with a terminal in a machine, by the protocol that E2B's SDKs speak. */
export async function openPty(
  { id, token }: { id: string; token: string },
  { size, signal, onOutput }: PtyWish,
): Promise<Pty> {
  const headers = {
    ...{ 'e2b-sandbox-id': id, 'e2b-sandbox-port': ENVD_PORT, 'connect-protocol-version': '1' },
    ...{ authorization: `Basic ${btoa('user:')}`, ...(token !== '' && { 'x-access-token': token }) },
  }
  const start = { process: { cmd: '/bin/bash', args: ['-i', '-l'], envs: { TERM: 'xterm-256color' } }, pty: { size } }
  const response = await open('/process.Process/Start', {
    ...{ content: enveloped(start), signal },
    headers: { ...headers, 'content-type': 'application/connect+json', 'connect-timeout-ms': '3600000' },
  })
  const messages = readMessages(response)
  const first = (await messages.next()).value as { event?: { start?: { pid: number } } } | undefined
  const pid = first?.event?.start?.pid
  if (pid === undefined) throw new Error('The machine started no shell.')
  const send = (procedure: string, body: object) =>
    open(`/process.Process/${procedure}`, { body: { process: { pid }, ...body }, headers })
  const read = async () => {
    for await (const message of messages) {
      const data = (message as { event?: { data?: { pty?: string } } }).event?.data?.pty
      if (data !== undefined) onOutput(bytesOf(data))
    }
  }
  return {
    write: inOrder((text) => send('SendInput', { input: { pty: base64Of(text) } })),
    resize: (to) => send('Update', { pty: { size: to } }),
    ended: read(),
  }
}

function enveloped(message: object): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(message))
  const whole = new Uint8Array(text.length + 5)
  new DataView(whole.buffer).setUint32(1, text.length)
  whole.set(text, 5)
  return whole
}

async function* readMessages(response: Response): AsyncGenerator<object> {
  const reader = response.body?.getReader()
  let rest = new Uint8Array()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) return
    const joined = new Uint8Array(rest.length + value.length)
    joined.set(rest)
    joined.set(value, rest.length)
    rest = joined
    while (rest.length >= 5) {
      const length = new DataView(rest.buffer, rest.byteOffset).getUint32(1)
      if (rest.length < 5 + length) break
      const message = JSON.parse(new TextDecoder().decode(rest.subarray(5, 5 + length))) as {
        error?: { message?: string }
      }
      const flags = rest[0] ?? 0
      rest = rest.slice(5 + length)
      if (flags & LAST) {
        if (message.error) throw new Error(message.error.message ?? 'The machine ended the terminal.')
        return
      }
      yield message
    }
  }
}
