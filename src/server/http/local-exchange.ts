/**
 * A request from a client in the same process, with everything that doors and routes read of one. Node's own class loads all of
 * `fetch`, which takes as long as Node itself; it is used for uploads only.
 */
export function localRequest(input: string | URL | Request, init: RequestInit = {}): Request {
  const { body, method = 'GET', signal } = init
  if (typeof input === 'object' && !(input instanceof URL)) return new Request(input, init)
  if (body !== undefined && body !== null && typeof body !== 'string') return new Request(input, init)
  const request = new LocalRequest()
  const headers = new LocalHeaders(init.headers as Record<string, string> | undefined)
  const content = typeof body === 'string' ? [Buffer.from(body)] : null
  const { href: url } = new URL(input)
  const gone = signal ?? new AbortController().signal
  return Object.assign(request, { url, method, headers, signal: gone, body: content }) as unknown as Request
}

/** Answers a request with a stream, in the same kind of exchange. */
export function streamAnswer(
  request: Pick<Request, 'signal'> | Response,
  body: ReadableStream<Uint8Array>,
  init: { status?: number; headers: Record<string, string> | Headers },
): Response {
  if (!(request instanceof LocalRequest || isLocal(request))) return new Response(body, init)
  const { status = 200 } = init
  const headers = new LocalHeaders(init.headers)
  return Object.assign(new LocalAnswer(), { status, ok: status < 300, headers, body }) as unknown as Response
}

const isLocal = (exchange: object): boolean => exchange instanceof LocalAnswer

class LocalRequest {}

class LocalAnswer {
  declare body: ReadableStream<Uint8Array>
  async text(): Promise<string> {
    const pieces: Uint8Array[] = []
    for await (const piece of this.body) pieces.push(piece)
    return Buffer.concat(pieces).toString()
  }
}

/** Names of headers count in any case; each has one value. */
class LocalHeaders {
  #values = new Map<string, string>()

  constructor(values: Record<string, string> | Iterable<[string, string]> = {}) {
    const pairs = Symbol.iterator in values ? (values as Iterable<[string, string]>) : Object.entries(values)
    for (const [name, value] of pairs) this.set(name, value)
  }

  get(name: string): string | null {
    return this.#values.get(name.toLowerCase()) ?? null
  }

  has(name: string): boolean {
    return this.#values.has(name.toLowerCase())
  }

  set(name: string, value: string): void {
    this.#values.set(name.toLowerCase(), value)
  }

  [Symbol.iterator](): IterableIterator<[string, string]> {
    return this.#values.entries()
  }
}
