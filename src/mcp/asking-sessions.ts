import { randomUUID } from 'node:crypto'
import {
  isInitializeRequest,
  type McpServer,
  WebStandardStreamableHTTPServerTransport as Transport,
} from '@modelcontextprotocol/server'

interface Session {
  key: string
  transport: Transport
  usedAt: number
}

const MOST_SESSIONS = 1000
const MOST_PER_KEY = 32
const SESSION_NOT_FOUND = -32_001

export interface AskingSessions {
  /** Answers a request that belongs to a session, or begins one; undefined for every other. */
  fetch(request: Request, key: string): Promise<Response | undefined>
}

/**
 * Sessions of clients of protocol 2025-11-25 that can be asked something (elicitation, sampling): their answer comes as a request of its
 * own, which has to find the call that waits for it. They live in the memory of one server; every other client has none.
 */
export function createAskingSessions(
  create: (key: string) => McpServer,
  { bodyBytes, now = Date.now }: { bodyBytes: number; now?(): number },
): AskingSessions {
  const sessions = new Map<string, Session>()
  const remove = (id: string) => {
    const session = sessions.get(id)
    sessions.delete(id)
    void session?.transport.close()
  }
  /** The one that was idle longest makes room. */
  const makeRoom = (key: string) => {
    const [idle] = [...sessions].toSorted(([, one], [, other]) => one.usedAt - other.usedAt)
    const own = [...sessions].filter(([, session]) => session.key === key)
    const [idleOwn] = own.toSorted(([, one], [, other]) => one.usedAt - other.usedAt)
    if (own.length >= MOST_PER_KEY && idleOwn) remove(idleOwn[0])
    else if (sessions.size >= MOST_SESSIONS && idle) remove(idle[0])
  }
  const begin = async (request: Request, key: string) => {
    const transport = new Transport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: bodyBytes,
      onsessioninitialized: (id) => {
        makeRoom(key)
        sessions.set(id, { key, transport, usedAt: now() })
      },
      onsessionclosed: (id) => void sessions.delete(id),
    })
    await create(key).connect(transport)
    return transport.handleRequest(request)
  }
  return {
    async fetch(request, key) {
      const id = request.headers.get('mcp-session-id')
      if (id === null) return (await canBeAsked(request)) ? begin(request, key) : undefined
      const session = sessions.get(id)
      // A session of another key is none.
      if (session?.key !== key) return refuse(404, SESSION_NOT_FOUND, 'There is no such session. Initialize a new one.')
      session.usedAt = now()
      return session.transport.handleRequest(request)
    },
  }
}

/** Later requests name their protocol in a header, so only first ones are read twice. */
async function canBeAsked(request: Request): Promise<boolean> {
  if (request.method !== 'POST' || request.headers.has('mcp-protocol-version')) return false
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => undefined)
  if (!isInitializeRequest(body)) return false
  const { capabilities } = body.params
  return (capabilities.elicitation ?? capabilities.sampling ?? capabilities.roots) !== undefined
}

const refuse = (status: number, code: number, message: string): Response =>
  Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status })
