import { once } from 'node:events'
import { createServer, get, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { type TimedAnswer, timeAnswer } from './time-answer.ts'

/** The reports about one answer while it goes on, and when it is over. */
async function toldOf(answer: (response: ServerResponse) => void) {
  const told: TimedAnswer[] = []
  const server = createServer((_, response) => {
    timeAnswer(response, (timed) => void told.push(timed))
    answer(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const request = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', agent: false })
  request.on('error', () => {})
  const [response] = await once(request, 'response')
  response.resume()
  await wait(20)
  const whileOpen = told.length
  request.destroy()
  await wait(50)
  server.closeAllConnections()
  server.close()
  return { whileOpen, told }
}

it('a stream is timed once, at its beginning, however long it goes on', async () => {
  const { whileOpen, told } = await toldOf((response) => void response.writeHead(201).write('first'))
  expect([whileOpen, told.length]).toEqual([1, 1])
  expect(told[0]).toMatchObject({ status: 201 })
  expect(told[0]?.seconds).toBeLessThan(1)
})

it('an answer whose head Node writes is timed too', async () => {
  const { told } = await toldOf((response) => {
    response.statusCode = 418
    response.flushHeaders()
  })
  expect(told).toMatchObject([{ status: 418 }])
})
