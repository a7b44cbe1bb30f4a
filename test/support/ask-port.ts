import { type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'

export interface PortAnswer {
  status: number
  statusMessage: string
  headers: IncomingHttpHeaders
  text: string
  /** False when the connection ended before the answer did. */
  isWhole: boolean
}

export interface PortCall {
  host: string
  method?: string
  path?: string
  headers?: Record<string, string | string[]>
  body?: string | Buffer | AsyncIterable<Uint8Array>
  /** Called with the first piece of the answer. */
  onBegun?(): void
}

/** Sends one request with a host of its own, no matter where that name leads. */
export function askPort(port: number, call: PortCall): Promise<PortAnswer> {
  const { host, method = 'GET', path = '/echo', headers = {}, body, onBegun = () => {} } = call
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, method, path, headers: { host, ...headers }, agent: false },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part
        })
        answer.once('data', onBegun)
        answer.on('error', () => {})
        answer.once('close', () =>
          resolve({
            ...{ status: answer.statusCode ?? 0, statusMessage: answer.statusMessage ?? '', headers: answer.headers },
            ...{ text, isWhole: answer.complete },
          }),
        )
      },
    )
    asked.once('error', reject)
    if (body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body)) {
      void (async () => {
        for await (const bytes of body) asked.write(bytes)
        asked.end()
      })()
    } else asked.end(body)
  })
}

/** Sends bytes that no proper client would send; gives everything that comes back. */
export function sendRaw(port: number, text: string, { stayOpen = false } = {}): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let all = ''
    socket.setEncoding('latin1').on('data', (part: string) => {
      all += part
    })
    socket.on('error', () => {})
    socket.once('close', () => resolve(all))
    if (stayOpen) socket.write(text, 'latin1')
    else socket.end(text, 'latin1')
  })
}
