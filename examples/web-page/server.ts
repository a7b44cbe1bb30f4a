/**
 * A server that keeps the key and gives its page a token. Start Anneal with ANNEAL_ALLOWED_ORIGINS=http://127.0.0.1:8080;
 * then: ANNEAL_API_KEY=… node examples/web-page/server.ts
 */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { ApiError, createClient } from '../../src/sdk/sdk.ts'

interface PageOptions {
  /** The address of Anneal, for this server and for browsers. */
  anneal: string
  apiKey: string
  /** Seconds that a token lives; the page asks for the next one. */
  ttlS?: number
}

const FILES: Record<string, [file: string, type: string]> = {
  '/': ['index.html', 'text/html'],
  '/page.js': ['page.js', 'text/javascript'],
  '/page.css': ['page.css', 'text/css'],
}

export function servePage({ anneal, apiKey, ttlS = 600 }: PageOptions): RequestListener {
  const client = createClient({ baseUrl: anneal, apiKey })
  /** The session of each visitor, by cookie: a login and a database in a real product. */
  const sessions = new Map<string, string>()
  const policy = [
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src blob:; base-uri 'none'; form-action 'none'",
    `frame-ancestors 'none'; connect-src 'self' ${new URL(anneal).origin}`,
  ].join('; ')
  const everyAnswer = {
    'cache-control': 'no-store',
    'content-security-policy': policy,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }

  const newSession = async (visitor: string): Promise<string> => {
    const limits = { timeoutMs: 20_000, memoryMb: 256 }
    const { id } = await client.sessions.create({ limits, network: { allow: [] } })
    sessions.set(visitor, id)
    return id
  }

  /** A token for the visitor's own session. Its id comes from this server: a page that named one could name another's. */
  const giveAccess = async (visitor: string) => {
    const tokenFor = (session: string) => client.tokens.create({ session, rights: 'use', ttlS })
    const { session, token, expiresAt } = await tokenFor(sessions.get(visitor) ?? (await newSession(visitor))).catch(
      async (error) => {
        // A session that was idle for long is gone.
        if (error instanceof ApiError && error.code === 'SESSION_NOT_FOUND') return tokenFor(await newSession(visitor))
        throw error
      },
    )
    return { server: anneal, session, token, expiresAt }
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const send = (status: number, type: string, body: string | Buffer, more: Record<string, string> = {}) =>
      void response.writeHead(status, { ...everyAnswer, 'content-type': `${type}; charset=utf-8`, ...more }).end(body)
    const file = request.method === 'GET' ? FILES[request.url ?? ''] : undefined
    if (file) return send(200, file[1], await readFile(new URL(file[0], import.meta.url)))
    if (request.method !== 'POST' || request.url !== '/access')
      return send(404, 'text/plain', 'There is nothing here.\n')
    // The cookie stands for the visitor, so only our own page may send it.
    if (request.headers['sec-fetch-site'] !== 'same-origin') return send(403, 'text/plain', 'Only for our own page.\n')
    const visitor = /(?:^|; )visitor=([\w-]{36})/.exec(request.headers.cookie ?? '')?.[1] ?? randomUUID()
    const cookie = { 'set-cookie': `visitor=${visitor}; HttpOnly; SameSite=Strict; Path=/` }
    send(200, 'application/json', JSON.stringify(await giveAccess(visitor)), cookie)
  }

  return (request, response) => {
    answer(request, response).catch((error: Error) => {
      console.error(error.message)
      response.writeHead(502, { ...everyAnswer, 'content-type': 'text/plain' }).end('Anneal gave no access.\n')
    })
  }
}

if (import.meta.main) {
  const anneal = process.env.ANNEAL_SERVER ?? 'http://127.0.0.1:4400'
  const ttlS = Number(process.env.TOKEN_TTL_S ?? 600)
  createServer(servePage({ anneal, apiKey: process.env.ANNEAL_API_KEY ?? '', ttlS })).listen(8080, '127.0.0.1', () => {
    console.log('The page is at http://127.0.0.1:8080')
  })
}
