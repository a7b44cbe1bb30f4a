import { EventEmitter } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { limitRequestTime } from './limit-request-time.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function arrival() {
  const socket = Object.assign(new EventEmitter(), { bytesRead: 0, destroySoon: vi.fn() })
  const head = { headers: { 'content-length': '10' }, httpVersionMajor: 1, complete: false, socket }
  const request = Object.assign(new PassThrough(), head) as unknown as IncomingMessage
  const response = new EventEmitter() as ServerResponse
  const cut = vi.fn()
  limitRequestTime({ request, response }, { pace: 'whole', timeoutMs: 60_000, slowMs: 20_000, cut })
  return { request, response, socket, cut }
}

it('the limit cuts a late body once, and forgets it', () => {
  const { cut } = arrival()
  vi.advanceTimersByTime(600_000)
  expect(cut).toHaveBeenCalledOnce()
  expect(vi.getTimerCount()).toBe(0)
})

it('the limit holds nothing of a request that was answered early and whose connection has ended', () => {
  const { response, socket } = arrival()
  response.emit('close')
  socket.emit('close')
  expect(vi.getTimerCount()).toBe(0)
  expect(socket.listenerCount('close')).toBe(0)
})

it('the limit holds nothing of a request that was answered early and has come to its end', async () => {
  const { request, response, socket } = arrival()
  response.emit('close')
  ;(request as unknown as PassThrough).end('rest')
  await new Promise((resolve) => request.once('close', resolve))
  expect(vi.getTimerCount()).toBe(0)
  expect(socket.listenerCount('close')).toBe(0)
})

it('the limit ends the connection of a sender who was answered, and goes on for too long', () => {
  const { response, socket, cut } = arrival()
  response.emit('close')
  vi.advanceTimersByTime(20_000)
  expect(socket.destroySoon).toHaveBeenCalledOnce()
  expect(cut).not.toHaveBeenCalled()
})
