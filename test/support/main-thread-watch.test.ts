import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { watchMainThread } from './main-thread-watch.ts'

const work = (ms: number) => {
  const { user } = process.threadCpuUsage()
  while (process.threadCpuUsage().user - user < ms * 1000);
}

it('a turn that works for long is told, many short ones and a wait are not', async () => {
  const watch = watchMainThread()
  for (let n = 0; n < 20; n++) {
    work(5)
    await sleep(3)
  }
  await sleep(100)
  expect(watch.longestMs()).toBeLessThan(50)
  work(80)
  await sleep(5)
  expect(watch.longestMs()).toBeGreaterThanOrEqual(80)
  expect(watch.longestMs()).toBeLessThan(50)
  watch.stop()
})
