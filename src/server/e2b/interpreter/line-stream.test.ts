import { createServer, get, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openLineStream } from './line-stream.ts'

let close: () => void
let answer: (response: ServerResponse) => void
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

it('who writes faster than is read waits, but not for one who has gone', async () => {
  const waited = Promise.withResolvers<void>()
  answer = (response) => {
    const lines = openLineStream(response)
    const fill = async () => {
      let room: void | Promise<void>
      do room = lines.write('x'.repeat(100_000))
      while (room === undefined)
      request.destroy()
      await room
      expect(lines.write('nobody reads this')).toBeUndefined()
      lines.stop()
    }
    fill().then(waited.resolve, waited.reject)
  }
  const request = get(url).on('error', () => {})
  await waited.promise
})
