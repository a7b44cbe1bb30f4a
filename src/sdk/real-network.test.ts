import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import type { RunEvent } from '../contract/event.ts'
import { sseOf } from './fake-server.fixture.ts'
import { createClient } from './sdk.ts'
import { helloRun, RUN_ID } from './story.fixture.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections()
})

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const clientOf = (baseUrl: string, pauses: number[] = []) =>
  createClient({ baseUrl, apiKey: 'k', sleep: async (ms) => void pauses.push(ms) })

const request = { code: 'print(42)' }

describe('over a real network', () => {
  it('a refused connection is tried again, also for a run, and then reported', async () => {
    const url = await listen(() => undefined)
    await new Promise((resolve) => servers.pop()?.close(resolve))
    const pauses: number[] = []
    await expect(clientOf(url, pauses).run(request)).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      message: `No answer from ${url}: the connection was refused.`,
    })
    expect(pauses).toHaveLength(3)
  })

  it('a run whose connection is cut after it was sent arrives only once', async () => {
    let arrived = 0
    const url = await listen((incoming) => {
      arrived++
      incoming.on('data', () => incoming.socket.destroy())
    })
    await expect(clientOf(url).run(request)).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' })
    expect(arrived).toBe(1)
  })

  it('a stream that is cut is resumed behind the last whole event', async () => {
    const resumedFrom: unknown[] = []
    const url = await listen((incoming, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'x-run-id': RUN_ID })
      if (incoming.method === 'POST') {
        outgoing.write(sseOf(helloRun().slice(0, 4)), () => setTimeout(() => incoming.socket.destroy(), 20))
        return
      }
      const last = Number(incoming.headers['last-event-id'])
      resumedFrom.push(last)
      outgoing.end(sseOf(helloRun().slice(last)))
    })
    const events: RunEvent[] = []
    for await (const event of clientOf(url).stream(request)) events.push(event)
    expect(events).toEqual(helloRun())
    expect(resumedFrom).toEqual([4])
  })

  it('leaving a stream closes its connection', async () => {
    const left = Promise.withResolvers<void>()
    const url = await listen((incoming, outgoing) => {
      incoming.socket.on('close', () => left.resolve())
      outgoing.writeHead(200, { 'content-type': 'text/event-stream', 'x-run-id': RUN_ID })
      outgoing.write(sseOf(helloRun().slice(0, 1)))
    })
    for await (const event of clientOf(url).stream(request)) {
      expect(event.type).toBe('run.start')
      break
    }
    await left.promise
  })
})
