/** A call that the server refused, or that never reached it, in words for people. */
export class Failure extends Error {
  readonly code: string
  readonly hint: string
  readonly status: number
  constructor({ code, message, hint, status }: { code: string; message: string; hint: string; status: number }) {
    super(message)
    this.code = code
    this.hint = hint
    this.status = status
  }
}

export interface CallInit {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON. */
  body?: unknown
  /** Bytes in place of JSON. */
  content?: Blob | Uint8Array<ArrayBuffer> | string
  headers?: Record<string, string>
  signal?: AbortSignal | undefined
}

const signedOut = new Set<() => void>()

/** Calls `listener` when the server says that this browser is not signed in. */
export function onSignedOut(listener: () => void): () => void {
  signedOut.add(listener)
  return () => signedOut.delete(listener)
}

/** Sends one request to our own server; a refusal is thrown in the words that the server gave. */
export async function open(path: string, { body, content, headers, ...init }: CallInit = {}): Promise<Response> {
  const sent = content ?? (body === undefined ? undefined : JSON.stringify(body))
  const type = content === undefined ? 'application/json' : 'application/octet-stream'
  let response: Response
  try {
    response = await fetch(path, {
      ...{
        method: init.method ?? (sent === undefined ? 'GET' : 'POST'),
        credentials: 'same-origin',
        redirect: 'error',
      },
      headers: { 'x-anneal-console': '1', ...(sent !== undefined && { 'content-type': type }), ...headers },
      ...(sent !== undefined && { body: sent }),
      ...(init.signal && { signal: init.signal }),
    })
  } catch (error) {
    if (init.signal?.aborted) throw error
    throw new Failure({
      ...{ code: 'SERVER_UNREACHABLE', status: 0, message: 'The server does not answer.' },
      hint: 'Look whether it still runs where you started it, and try again.',
    })
  }
  if (response.ok) return response
  throw await failureOf(response)
}

async function failureOf(response: Response): Promise<Failure> {
  const { status } = response
  const told = (await response.json().catch(() => ({}))) as { error?: Record<string, unknown>; message?: unknown }
  const { code, message, hint } = told.error ?? { message: told.message }
  const text = (value: unknown, other: string) => (typeof value === 'string' ? value : other)
  const failure = new Failure({
    ...{ status, code: text(code, `HTTP_${status}`), message: text(message, `The server answered ${status}.`) },
    hint: text(hint, ''),
  })
  if (failure.code === 'SIGNED_OUT') for (const listener of signedOut) listener()
  return failure
}

export async function call<T>(path: string, init?: CallInit): Promise<T> {
  const response = await open(path, init)
  return (response.status === 204 ? undefined : await response.json()) as T
}

/** An address with its query; values that are missing are left out. */
export function withQuery(path: string, query: Record<string, string | number | boolean | undefined | null>): string {
  const told = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(told.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? path : `${path}?${text}`
}
