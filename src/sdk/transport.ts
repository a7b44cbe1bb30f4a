import type { z } from 'zod'
import { problemsOf } from '../contract/errors.ts'
import { localError } from './api-error.ts'
import { networkFailure, wasNeverSent } from './network-failure.ts'
import { failureOf } from './read-failure.ts'
import { type RetryPolicy, withRetries } from './retry.ts'

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: Record<string, string | number | undefined>
  body?: unknown
  /** Bytes in place of a JSON body. A stream can be sent only once, so such a call is never repeated. */
  content?: Uint8Array<ArrayBuffer> | Blob | ReadableStream<Uint8Array>
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
  /** An error status with an ordinary answer: a server that is down says so in its health. */
  alsoAnswers?: number
  /** The time that the work itself may take before its answer begins, beyond the usual silence. */
  workMs?: number
  /** A call that must not happen twice is repeated only when it surely did not happen the first time. */
  once?: boolean
}

export interface TransportOptions {
  baseUrl: URL
  apiKey: string | undefined
  fetch: typeof fetch
  policy: RetryPolicy
  now(): number
  timeoutMs: number
}

export type Transport = ReturnType<typeof createTransport>

/** Sends one call, retries where that is safe, and turns the answer into a value or an ApiError. */
export function createTransport(options: TransportOptions) {
  const { policy } = options
  const attempt = <T>(call: Call, read: (response: Response) => Promise<T>) =>
    withRetries(() => sendOnce(options, call, read), {
      policy,
      signal: call.signal,
      mayRetry: (error) => error.retry && !(call.content instanceof ReadableStream) && (!call.once || isRefusal(error)),
    })

  return {
    policy,
    /** The address of the server, without secrets. */
    url: options.baseUrl.origin,
    /** Resolves to the response as soon as its headers are here; its body may go on for long. */
    open: (call: Call) => attempt(call, async (response) => response),
    text: (call: Call) => attempt(call, (response) => response.text()),
    json: <S extends z.ZodType>(schema: S, call: Call): Promise<z.output<S>> =>
      attempt(call, async (response) => parseAnswer(schema, await response.text(), options.baseUrl)),
  }
}

/** The server itself refused, or was never reached: in both cases nothing has been started. */
function isRefusal(error: { code: string; status: number; cause?: unknown }): boolean {
  if (error.code === 'SERVER_UNREACHABLE') return wasNeverSent(error.cause)
  return error.status !== 502 && error.status !== 504
}

async function sendOnce<T>(options: TransportOptions, call: Call, read: (response: Response) => Promise<T>) {
  call.signal?.throwIfAborted()
  const silence = new AbortController()
  const patienceMs = options.timeoutMs + (call.workMs ?? 0)
  const timer = setTimeout(() => silence.abort(), patienceMs)
  const signal = call.signal ? AbortSignal.any([call.signal, silence.signal]) : silence.signal
  try {
    const response = await orAborted(options.fetch(urlOf(options.baseUrl, call), initOf(options, call, signal)), signal)
    if (!(await isAnswer(response, call))) {
      throw await failureOf(response, { url: options.baseUrl.origin, nowMs: options.now() })
    }
    return await orAborted(read(response), signal)
  } catch (error) {
    call.signal?.throwIfAborted()
    const cause = silence.signal.aborted ? new Error(`nothing for ${patienceMs / 1000} s`) : error
    throw networkFailure(cause, options.baseUrl.origin)
  } finally {
    clearTimeout(timer)
  }
}

async function isAnswer(response: Response, { alsoAnswers }: Call): Promise<boolean> {
  if (response.ok || response.status !== alsoAnswers) return response.ok
  const failure = await failureOf(response.clone(), { url: '', nowMs: 0 })
  return failure.code === 'ANSWER_INVALID'
}

/** A `fetch` of an in-process server may ignore signals: the caller is released all the same. */
function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function urlOf(baseUrl: URL, call: Call): string {
  const url = new URL(baseUrl)
  url.pathname = `${baseUrl.pathname.replace(/\/$/, '')}${call.path}`
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  return url.href
}

function initOf(options: TransportOptions, call: Call, signal: AbortSignal): RequestInit {
  const headers: Record<string, string> = { accept: 'application/json', ...call.headers }
  if (options.apiKey) headers.authorization = `Bearer ${options.apiKey}`
  if (call.content !== undefined) return uploadOf(call, { method: call.method, headers, signal })
  if (call.body === undefined) return { method: call.method, headers, signal }
  headers['content-type'] = 'application/json'
  return { method: call.method, headers, signal, body: JSON.stringify(call.body) }
}

function uploadOf({ content }: Call, init: RequestInit & { headers: Record<string, string> }): RequestInit {
  init.headers['content-type'] = 'application/octet-stream'
  const isStream = content instanceof ReadableStream
  return {
    ...init,
    body: content as NonNullable<RequestInit['body']>,
    ...(isStream && { duplex: 'half' }),
  } as RequestInit
}

function parseAnswer<S extends z.ZodType>(schema: S, text: string, baseUrl: URL): z.output<S> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw localError('ANSWER_INVALID', { url: baseUrl.origin, reason: 'it is not JSON' }, cause)
  }
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const reason = problemsOf(parsed.error, '').slice(0, 3).join('; ')
  throw localError('ANSWER_INVALID', { url: baseUrl.origin, reason })
}
