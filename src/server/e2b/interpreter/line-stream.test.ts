import { createServer, get, type ServerResponse } from 'node:http'
import { connect, constants, createServer as createHttp2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openLineStream } from './line-stream.ts'

let close: () => void
let answer: (response: ServerResponse) => unknown
let url: string

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const server = createServer((_request, response) => answer(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = () => void server.close().closeAllConnections()
})
afterEach(() => {
  vi.useRealTimers()
  close()
})

it('silence is broken every five seconds, and by nothing after the end', async () => {
  answer = (response) => {
    const lines = openLineStream(response)
    vi.advanceTimersByTime(4999)
    expect(response.headersSent).toBe(false)
    vi.advanceTimersByTime(5001)
    lines.end('last\n')
    lines.stop()
    vi.advanceTimersByTime(60_000)
  }
  const keepalive = '{"type":"keepalive"}\n'
  expect(await (await fetch(url)).text()).toBe(`${keepalive}${keepalive}last\n`)
})

/** Resolves when an endless writer has noticed that the reader left. */
async function untilUnread(response: ServerResponse, leave: () => void): Promise<void> {
  const lines = openLineStream(response)
  let room: void | Promise<void>
  do room = lines.write('x'.repeat(100_000))
  while (room === undefined)
  leave()
  await room
  for (let again = 0; again < 100; again++) await lines.write('nobody reads this')
  lines.end('nor this')
  lines.stop()
}

it('a writer who is faster than the reader waits, but not for a reader who left', async () => {
  const unread = Promise.withResolvers<void>()
  answer = (response) => untilUnread(response, () => request.destroy()).then(unread.resolve, unread.reject)
  const request = get(url).on('error', () => {})
  await unread.promise
})

it('a writer waits so over HTTP/1 and HTTP/2', async () => {
  const unread = Promise.withResolvers<void>()
  const server = createHttp2Server((_request, response) => {
    const plain = response as unknown as ServerResponse
    untilUnread(plain, () => stream.close(constants.NGHTTP2_CANCEL)).then(unread.resolve, unread.reject)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const stream = session.request({ ':path': '/' }).on('error', () => {})
  await unread.promise
  session.destroy()
  server.close()
})

it('attack: many simultaneous writers to a reader who takes nothing add no listeners', async () => {
  const counted = Promise.withResolvers<number[]>()
  answer = async (response) => {
    const lines = openLineStream(response)
    const count = () => ['close', 'drain', 'error'].map((name) => response.listenerCount(name))
    const before = count()
    const writes = Array.from({ length: 50 }, () => lines.write('x'.repeat(100_000)))
    counted.resolve(count().map((now, at) => now - (before[at] ?? 0)))
    request.destroy()
    await Promise.all(writes)
    lines.stop()
  }
  const request = get(url).on('error', () => {})
  expect(await counted.promise).toEqual([0, 0, 0])
})
