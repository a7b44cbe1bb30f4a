import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inTurns } from './in-turns.ts'

const on = (socket: Socket) => ({ socket }) as IncomingMessage
const RESPONSE = {} as ServerResponse

it('the only request of a connection begins at once, also when another waits for its turn', () => {
  const begun: IncomingMessage[] = []
  const answer = inTurns((request) => void begun.push(request))
  const requests = [on(new Socket()), on(new Socket())]
  for (const request of requests) answer(request, RESPONSE)
  expect(begun).toEqual(requests)
})

it('requests of one packet begin a few per turn, in their order, until all have begun', async () => {
  const begun: IncomingMessage[] = []
  const answer = inTurns((request) => void begun.push(request))
  const socket = new Socket()
  const requests = Array.from({ length: 100 }, () => on(socket))
  for (const request of requests) answer(request, RESPONSE)
  for (let before = 0; begun.length < requests.length; before = begun.length) {
    expect(begun.length - before).toBeLessThanOrEqual(4)
    await nextTurn()
    expect(begun.length).toBeGreaterThan(before)
  }
  expect(begun).toEqual(requests)
})

it('no request of a connection that was lost meanwhile begins', async () => {
  let begun = 0
  const answer = inTurns(() => void begun++)
  const socket = new Socket()
  for (let count = 0; count < 100; count++) answer(on(socket), RESPONSE)
  socket.destroy()
  for (let turn = 0; turn < 50; turn++) await nextTurn()
  expect(begun).toBe(1)
})
