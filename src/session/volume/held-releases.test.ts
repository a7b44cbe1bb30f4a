import { expect, it } from 'vitest'
import { createHeldReleases } from './held-releases.ts'

function recorded() {
  const given: string[] = []
  const releases = createHeldReleases({ release: async ({ blobs }) => void given.push(...blobs) })
  /** Reads until it is stopped. */
  const reader = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const ended = releases.whileHeld('v', () => promise)
    return () => {
      resolve()
      return ended
    }
  }
  return { given, releases, reader }
}

it('content without readers goes at once', async () => {
  const { given, releases, reader } = recorded()
  const stop = reader()
  await releases.release('other', { blobs: ['a'] })
  expect(given).toEqual(['a'])
  await stop()
})

it('content with readers goes when the last of them that began before its release has ended', async () => {
  const { given, releases, reader } = recorded()
  const [first, second] = [reader(), reader()]
  await releases.release('v', { blobs: ['a'] })
  const later = reader()
  await second()
  expect(given).toEqual([])
  await first()
  expect(given).toEqual(['a'])
  await later()
})

it('content is released although readers follow each other without a pause', async () => {
  const { given, releases, reader } = recorded()
  let stop = reader()
  for (const blob of ['a', 'b', 'c']) {
    await releases.release('v', { blobs: [blob] })
    const next = reader()
    await stop()
    stop = next
  }
  expect(given).toEqual(['a', 'b', 'c'])
  await stop()
})

it('a failed removal fails neither reader nor writer', async () => {
  const releases = createHeldReleases({ release: () => Promise.reject(new Error('disk')) })
  await releases.release('v', { blobs: ['a'] })
  const read = releases.whileHeld('v', async () => {
    await releases.release('v', { blobs: ['b'] })
    return 'read'
  })
  expect(await read).toBe('read')
})
