import { describe, expect, it, vi } from 'vitest'
import type { Zygote } from '../zygote/zygote.ts'
import { createNursery } from './nursery.ts'

function zygote() {
  const ended = Promise.withResolvers<void>()
  const one = {
    preloaded: [],
    forked: 0,
    fork: () => Promise.reject(new Error('not here')),
    retire: vi.fn(async () => ended.resolve()),
    ended: ended.promise,
  }
  return { one: one as Zygote & typeof one, die: () => ended.resolve() }
}

/** Starts the listed zygotes, one after the other; an error fails the start. */
function nurseryOf(...list: (Zygote | Error)[]) {
  const troubles: string[] = []
  const nursery = createNursery({
    start: async () => {
      const next = list.shift()
      if (!next || next instanceof Error) throw next ?? new Error('no more')
      return next
    },
    forksEach: 3,
    retryMs: 1,
    onTrouble: (error) => troubles.push((error as Error).message),
  })
  return { nursery, troubles }
}

describe('a nursery', () => {
  it('replaces a zygote that died, and has none meanwhile', async () => {
    const [first, second] = [zygote(), zygote()]
    const { nursery, troubles } = nurseryOf(first.one, second.one)
    await nursery.tried
    expect(nursery.zygote()).toBe(first.one)
    first.die()
    await expect.poll(() => nursery.zygote()).not.toBe(first.one)
    await expect.poll(() => nursery.zygote()).toBe(second.one)
    expect(troubles).toEqual([expect.stringContaining('a zygote died')])
    await nursery.close()
    expect(second.one.retire).toHaveBeenCalledOnce()
  })

  it('tries again when a start fails', async () => {
    const { one } = zygote()
    const { nursery, troubles } = nurseryOf(new Error('no memory'), one)
    await nursery.tried
    expect(nursery.zygote()).toBeUndefined()
    await expect.poll(() => nursery.zygote()).toBe(one)
    expect(troubles).toEqual(['no memory'])
    await nursery.close()
  })

  it('retires a zygote that has forked enough, when the next one is ready', async () => {
    const [first, second] = [zygote(), zygote()]
    const { nursery, troubles } = nurseryOf(first.one, second.one)
    await nursery.tried
    first.one.forked = 3
    expect(nursery.zygote(), 'the old one serves until then').toBe(first.one)
    await expect.poll(() => nursery.zygote()).toBe(second.one)
    await expect.poll(() => first.one.retire).toHaveBeenCalledOnce()
    expect(troubles).toEqual([])
    await nursery.close()
  })
})
