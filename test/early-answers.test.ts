import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { undisturbed } from '../src/sandbox/checks/host-pace.ts'
import type { Door } from '../src/server/http/create-door.ts'
import { type Listening, type ListenOptions, listen } from '../src/server/listen.ts'

/** More bytes than are read ahead for somebody who does not take them. */
const BODY_BYTES = 1024 * 1024
/** Hono closes a connection whose body has not come to its end by then. */
const HONO_WAITS_MS = 500

/** Refuses in the middle of a body, as a server inside of a machine may, or without a look at it. */
const e2b: NonNullable<ListenOptions['e2b']> = {
  answer(request, response) {
    if (request.url !== '/next') ended = once(request, 'close')
    if (request.url !== '/untouched' && request.url !== '/piped') return undefined
    const refuse = () => response.end('refused')
    if (request.url === '/untouched') refuse()
    else request.once('data', () => request.pause() && refuse())
    return 'steady'
  },
  refuses: () => undefined,
  isUpgrade: () => false,
  upgrade: (_request, socket) => void socket.destroy(),
}
const app: Door = {
  async fetch(request) {
    const { pathname } = new URL(request.url)
    if (pathname === '/begun') for await (const _ of request.body ?? []) break
    return new Response(pathname === '/next' ? 'next' : 'refused')
  },
  refuse: () => new Response(null, { status: 400 }),
}
let server: Listening
/** The end of the request before the next one. */
let ended: Promise<unknown>
beforeAll(async () => {
  server = await listen(app, { host: '127.0.0.1', port: 0, newRequestId: () => 'req', e2b })
})
afterAll(async () => {
  const stopped = server.stop()
  server.force(0)
  await stopped
})

/** Waits for text on a connection; the connection's end is the end of the wait too. */
async function heard(socket: Socket, text: string): Promise<string> {
  let all = ''
  for await (const piece of socket.iterator({ destroyOnReturn: false })) {
    all += piece
    if (all.includes(text)) break
  }
  return all
}

test.each(['/piped', '/untouched', '/begun', '/unread'])(
  'a connection serves the next request when %s was answered before its body had come',
  (path) => undisturbed(HONO_WAITS_MS, () => answeredTwice(path)),
)

async function answeredTwice(path: string): Promise<void> {
  const socket = connect(server.port, '127.0.0.1').setEncoding('utf8')
  socket.on('error', () => {})
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`)
  const sent = new Promise((resolve) => socket.write(Buffer.alloc(BODY_BYTES), resolve))
  expect(await heard(socket, 'refused')).toContain('refused')
  await sent
  socket.write('GET /next HTTP/1.1\r\nHost: localhost\r\n\r\n')
  expect(await heard(socket, 'next')).toContain('next')
  // Nothing of the request is held while its connection goes on.
  await ended
  socket.end()
  await once(socket, 'close')
}
