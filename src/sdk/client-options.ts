import { localError } from './api-error.ts'
import { sleep } from './retry.ts'
import { createTransport, type Transport } from './transport.ts'

export interface ClientOptions {
  /** The address of the server, such as http://127.0.0.1:4400. */
  baseUrl: string
  apiKey?: string | undefined
  /** Any function that works like `fetch`: a server in the same process can be called without a port. */
  fetch?: typeof fetch
  /** Retries of calls that may be repeated; 3 by default. */
  retries?: number
  /** Longest silence before an answer begins. */
  timeoutMs?: number
  /** Longest silence of a stream; servers send signs of life far more often. */
  idleMs?: number
  /** Waits between two tries. */
  sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>
  random?: () => number
  now?: () => number
}

export interface CallOptions {
  signal?: AbortSignal | undefined
}

/** Options for reading a stream. */
export interface Follow {
  transport: Transport
  idleMs: number
  signal: AbortSignal | undefined
}

const DEFAULT_RETRIES = 3
const DEFAULT_TIMEOUT_MS = 60_000
const DEFAULT_IDLE_MS = 90_000

/** Fills in the defaults and refuses options that cannot work, before anything is sent. */
export function connect(options: ClientOptions): { transport: Transport; idleMs: number } {
  const transport = createTransport({
    baseUrl: readBaseUrl(options.baseUrl),
    apiKey: readApiKey(options.apiKey),
    // Browsers refuse to call a `fetch` that is detached from its window.
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    policy: {
      retries: options.retries ?? DEFAULT_RETRIES,
      sleep: options.sleep ?? sleep,
      random: options.random ?? Math.random,
    },
    now: options.now ?? Date.now,
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  })
  return { transport, idleMs: options.idleMs ?? DEFAULT_IDLE_MS }
}

function readBaseUrl(text: string): URL {
  const url = URL.parse(text)
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url
  throw localError('INVALID_REQUEST', { problems: [`baseUrl: "${text}" is not an http or https address`] })
}

/** Checked here because `fetch` quotes a header that it refuses, and the key with it. */
function readApiKey(key: string | undefined): string | undefined {
  const trimmed = key?.trim()
  if (!trimmed || /^[\x21-\x7e]+$/.test(trimmed)) return trimmed || undefined
  throw localError('UNAUTHENTICATED', { reason: 'the key has characters that no key has' })
}
