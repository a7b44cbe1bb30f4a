import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Door } from '../src/server/http/create-door.ts'
import { type ListenOptions, listen } from '../src/server/listen.ts'

const TIMEOUT_MS = 800

/** A door that takes requests for `/files`, and answers when their body is complete. */
const e2b: NonNullable<ListenOptions['e2b']> = {
  answer(request, response) {
    if (request.url !== '/files') return undefined
    request.resume().once('end', () => response.end('taken'))
    return 'steady'
  },
  refuses: () => undefined,
  isUpgrade: () => false,
  upgrade: (_request, socket) => void socket.destroy(),
}
const app: Door = {
  fetch: async (request) => new Response(`${(await request.text()).length} bytes`),
  refuse: () => new Response(null, { status: 400 }),
}

/** Sends 15 bytes, each after a while, and stops after `stopsAfter` of them. */
async function dribble(path: string, stopsAfter = 15): Promise<string> {
  const newRequestId = () => 'req'
  const server = await listen(app, { host: '127.0.0.1', port: 0, newRequestId, e2b, requestTimeoutMs: TIMEOUT_MS })
  const socket = connect(server.port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text
    socket.end()
  })
  socket.on('error', () => {})
  const closed = once(socket, 'close')
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 15\r\n\r\n`)
  for (let sent = 0; sent < stopsAfter && answer === ''; sent++) {
    await wait(TIMEOUT_MS / 8)
    if (socket.writable) socket.write('x')
  }
  await closed
  const stopped = server.stop()
  server.force(0)
  await stopped
  return answer
}

test('a file that takes longer than a request may is accepted, as long as bytes keep coming', async () => {
  expect(await dribble('/files')).toMatch(/^HTTP\/1\.1 200 [\s\S]*taken/)
})

test('a file that stops coming is given up', async () => {
  expect(await dribble('/files', 3)).toMatch(/^HTTP\/1\.1 408 [\s\S]*REQUEST_TIMEOUT/)
})

test('any other request that takes too long to arrive is cut, however busy its sender is', async () => {
  expect(await dribble('/v1/runs')).toMatch(/^HTTP\/1\.1 408 [\s\S]*REQUEST_TIMEOUT/)
})
