import { getEventListeners } from 'node:events'
import { expect, it } from 'vitest'
import { untilAborted } from './until-aborted.ts'

const never = () => new Promise<never>(() => {})

it('the wait ends with the reason of a signal that aborts, or has aborted before', async () => {
  const later = new AbortController()
  const waiting = untilAborted(never(), later.signal)
  later.abort(new Error('cut'))
  await expect(waiting).rejects.toThrow('cut')
  await expect(untilAborted(never(), AbortSignal.abort(new Error('before')))).rejects.toThrow('before')
})

it('the wait gives the value of the promise, and leaves no listener on the signal', async () => {
  const { signal } = new AbortController()
  expect(await untilAborted(Promise.resolve(1), signal)).toBe(1)
  await expect(untilAborted(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed')
  expect(getEventListeners(signal, 'abort')).toEqual([])
})

it('a promise that fails after the signal has aborted is ignored', async () => {
  const late = Promise.withResolvers<void>()
  const controller = new AbortController()
  const waiting = untilAborted(late.promise, controller.signal)
  controller.abort(new Error('cut'))
  await expect(waiting).rejects.toThrow('cut')
  // Only `untilAborted` handles this rejection; vitest fails a file with an unhandled one.
  late.reject(new Error('late'))
  await new Promise((resolve) => setTimeout(resolve, 5))
})
