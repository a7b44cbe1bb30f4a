import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ReadingThread } from './reading-thread.ts'
import { createRestingThreads } from './resting-threads.ts'

function fakeThread(isOver = false) {
  const work = () => Promise.reject(new Error('not asked'))
  const end = async () => {
    thread.ended = true
  }
  const thread = { isOver, ended: false, work, end }
  return thread satisfies ReadingThread
}

test('a thread that rests is taken once, and one that has ended meanwhile is not', () => {
  const resting = createRestingThreads()
  const [good, dead] = [fakeThread(), fakeThread(true)]
  resting.put(dead)
  resting.put(good)
  expect([resting.take(), resting.take()]).toEqual([good, undefined])
})

test('threads beyond those that may rest are ended, and so is each that nobody takes in time', async () => {
  const resting = createRestingThreads({ most: 1, restMs: 20 })
  const [first, second] = [fakeThread(), fakeThread()]
  resting.put(first)
  resting.put(second)
  expect([first.ended, second.ended]).toEqual([false, true])
  await wait(60)
  expect([first.ended, resting.take()]).toEqual([true, undefined])
})
