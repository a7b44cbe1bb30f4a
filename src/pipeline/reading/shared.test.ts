import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createShared } from './shared.ts'

/** Work that ends only when all its callers have left. */
const endless = (begun: string[]) => (untilAllLeft: AbortSignal) => {
  begun.push('begun')
  return new Promise<string>((_resolve, reject) => {
    untilAllLeft.addEventListener('abort', () => {
      begun.push('ended')
      reject(untilAllLeft.reason)
    })
  })
}

test('work for a caller who has left before it begins is never begun, and leaves no unhandled failure', async () => {
  const [shared, begun] = [createShared<string>(), [] as string[]]
  const unheard: unknown[] = []
  const hear = (reason: unknown) => unheard.push(reason)
  process.on('unhandledRejection', hear)
  try {
    await expect(shared('key', endless(begun), AbortSignal.abort('gone'))).rejects.toBe('gone')
    await turn()
  } finally {
    process.off('unhandledRejection', hear)
  }
  expect([begun, unheard]).toEqual([[], []])
})

test('work ends when the last caller leaves, and not before', async () => {
  const [shared, begun] = [createShared<string>(), [] as string[]]
  const [first, second] = [new AbortController(), new AbortController()]
  const waiting = [first, second].map(({ signal }) => shared('key', endless(begun), signal).catch((reason) => reason))
  first.abort('first')
  expect(await waiting[0]).toBe('first')
  expect(begun).toEqual(['begun'])
  second.abort('second')
  expect(await waiting[1]).toBe('second')
  expect(begun).toEqual(['begun', 'ended'])
})
