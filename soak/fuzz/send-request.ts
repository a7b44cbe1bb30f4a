import { Agent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { FuzzRequest } from './make-request.ts'

export interface FuzzAnswer {
  /** Undefined when there was no answer. */
  status?: number
  headers: IncomingHttpHeaders
  text: string
  /** The whole answer was read, rather than left, cut or too long. */
  isWhole: boolean
  tookMs: number
  /** Reason why there is no answer. */
  failure?: string
}

const DEADLINE_MS = 60_000
/** Time to listen to streams, which go on for as long as they have a listener. */
const LISTEN_MS = 6000
const MOST_BYTES = 4_000_000
const PIECES = 8
const STALE = 'stale connection'
const agent = new Agent({ keepAlive: true, maxSockets: 200 })

/** Sends one request in its own way, and listens until the answer ends, or for as long as its sender would. */
export async function sendRequest(port: number, request: FuzzRequest): Promise<FuzzAnswer> {
  const startedAt = performance.now()
  const first = await sendOnce(port, request)
  // A kept connection may have been closed just then: that is normal in HTTP, and proves nothing about the request.
  const told = first.failure === STALE ? await sendOnce(port, request, false) : first
  return { ...told, tookMs: performance.now() - startedAt }
}

function sendOnce(port: number, request: FuzzRequest, isKept = true): Promise<Omit<FuzzAnswer, 'tookMs'>> {
  return new Promise((resolve) => {
    const { method, path, headers, body, way } = request
    const length: Record<string, string> = !body
      ? {}
      : way === 'slow'
        ? { 'transfer-encoding': 'chunked' }
        : { 'content-length': String(body.length) }
    const fail = (failure: string) => {
      sent?.destroy()
      resolve({ headers: {}, text: '', isWhole: false, failure })
    }
    const deadline = setTimeout(() => fail('hang'), DEADLINE_MS)
    const sent = open(
      { port, method, path, headers: { ...headers, ...length }, ...(!isKept && { agent: false }) },
      (response) => {
        if (way === 'left') setTimeout(() => response.destroy(), 50)
        void read(response).then((answer) => {
          clearTimeout(deadline)
          resolve(answer)
        })
      },
    )
    if (!sent) {
      clearTimeout(deadline)
      return fail('not sent')
    }
    sent.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(deadline)
      fail(
        sent.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(error.code ?? '') ? STALE : (error.code ?? error.message),
      )
    })
    void write(sent, body, way)
  })
}

function open(options: object, onAnswer: (response: IncomingMessage) => void) {
  try {
    return httpRequest({ host: '127.0.0.1', agent, ...options }, onAnswer)
  } catch {
    // Node sends no such head: raw sockets do.
    return undefined
  }
}

async function write(
  sent: NonNullable<ReturnType<typeof open>>,
  body: Buffer | undefined,
  way: FuzzRequest['way'],
): Promise<void> {
  if (!body || way === 'whole' || way === 'left') return void sent.end(body)
  const size = Math.ceil(body.length / PIECES) || 1
  for (let at = 0; at < body.length && !sent.destroyed; at += size) {
    if (way === 'cut' && at >= body.length / 2) return void sent.destroy()
    sent.write(body.subarray(at, at + size))
    await wait(30)
  }
  sent.end()
}

async function read(response: IncomingMessage): Promise<Omit<FuzzAnswer, 'tookMs'>> {
  const { statusCode: status = 0, headers } = response
  const parts: Buffer[] = []
  let bytes = 0
  const isStream =
    /event-stream|connect|ndjson|octet-stream/.test(headers['content-type'] ?? '') ||
    headers['transfer-encoding'] === 'chunked'
  const timer = isStream ? setTimeout(() => response.destroy(), LISTEN_MS) : undefined
  response.on('data', (part: Buffer) => {
    bytes += part.length
    if (bytes <= MOST_BYTES) parts.push(part)
    else response.destroy()
  })
  response.on('error', () => {})
  await new Promise((resolve) => response.once('close', resolve))
  clearTimeout(timer)
  return { status, headers, text: Buffer.concat(parts).toString('utf8'), isWhole: response.complete }
}
