import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { watchMainThread } from './main-thread-watch.ts'

/** Processor time of this thread; asking for the time is work of the kernel, which counts as well. */
function spentMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function work(ms: number): void {
  const begun = spentMs()
  while (spentMs() - begun < ms);
}

it('a long turn is reported, and many short ones and a wait are not', async () => {
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
