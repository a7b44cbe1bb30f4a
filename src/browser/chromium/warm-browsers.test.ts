import { expect, it, vi } from 'vitest'
import type { StartedBrowser } from './start-chromium.ts'
import { createWarmBrowsers } from './warm-browsers.ts'

const NEVER = new AbortController().signal

/** A starter whose browsers are numbered, and end when they are destroyed. */
function numbered() {
  const living = new Set<string>()
  let made = 0
  const start = async (): Promise<StartedBrowser> => {
    const version = String(++made)
    const ended = Promise.withResolvers<string>()
    living.add(version)
    const destroy = async () => {
      living.delete(version)
      ended.resolve('it was ended')
    }
    return { version, destroy, ended: ended.promise } as unknown as StartedBrowser
  }
  const known = () => undefined
  const prove = async () => ({ version: '', isolation: 'nested' as const })
  return { living, starter: { start, known, prove } }
}
const onTrouble = (error: unknown) => expect(error).toBe(undefined)

it('a browser waits once one was used, and is the next session’s alone', async () => {
  const { living, starter } = numbered()
  const warm = createWarmBrowsers({ starter, count: 1, idleMs: 60_000, onTrouble })
  expect([...living]).toEqual([])
  const first = await warm.take(NEVER)
  expect([first.started.version, first.startedFrom]).toEqual(['1', 'cold'])
  await expect.poll(() => living.size).toBe(2)
  const [second, third] = [await warm.take(NEVER), await warm.take(NEVER)]
  expect([second.started.version, second.startedFrom]).toEqual(['2', 'warm'])
  expect(third.started.version).not.toBe('2')
  await warm.close()
  expect([...living].toSorted()).toEqual([first, second, third].map(({ started }) => started.version).toSorted())
})

it('a browser that waits for nobody is ended, as is one that ends by itself', async () => {
  vi.useFakeTimers()
  try {
    const { living, starter } = numbered()
    const warm = createWarmBrowsers({ starter, count: 1, idleMs: 1000, onTrouble })
    const { started } = await warm.take(NEVER)
    await vi.advanceTimersByTimeAsync(500)
    expect(living.size).toBe(2)
    await vi.advanceTimersByTimeAsync(600)
    expect([...living]).toEqual([started.version])
    expect((await warm.take(NEVER)).startedFrom).toBe('cold')
    await warm.close()
  } finally {
    vi.useRealTimers()
  }
})
