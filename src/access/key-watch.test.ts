import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createKeyWatch } from './key-watch.ts'

function watchWith(revoked: string[] = []) {
  return createKeyWatch({
    clock: () => Date.now(),
    revokedAmong: async (ids) => ids.filter((id) => revoked.includes(id)),
  })
}

describe('an open stream', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('ends with its key, once, and no other stream does', () => {
    const keys = watchWith()
    const ends: string[] = []
    for (const [keyId, name] of [
      ['key1', 'one'],
      ['key1', 'two'],
      ['key2', 'other'],
    ] as const)
      keys.watch({ keyId }, () => ends.push(name))
    keys.ended('key1')
    keys.ended('key1')
    expect(ends).toEqual(['one', 'two'])
  })

  it('ends when its key expires', () => {
    const keys = watchWith()
    const onEnd = vi.fn()
    keys.watch({ keyId: 'key1', expiresAt: Date.now() + 1000 }, onEnd)
    vi.advanceTimersByTime(999)
    expect(onEnd).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1)
    expect(onEnd).toHaveBeenCalledOnce()
  })

  it('that was opened with a token ends with it, and with the key that made it', () => {
    const keys = watchWith()
    const ends: string[] = []
    const token = (id: string) => ({ keyId: 'key1', token: { id, opens: 'run:run1', rights: 'read' } }) as const
    keys.watch(token('tok1'), () => ends.push('one'))
    keys.watch(token('tok2'), () => ends.push('two'))
    keys.ended('tok1')
    expect(ends).toEqual(['one'])
    keys.ended('key1')
    expect(ends).toEqual(['one', 'two'])
  })

  it('ends when another server revoked its key, at the next look', async () => {
    const revoked: string[] = []
    const keys = watchWith(revoked)
    const onEnd = vi.fn()
    keys.watch({ keyId: 'key1' }, onEnd)
    keys.watch({}, () => expect.unreachable('a configured key cannot be revoked'))
    await keys.look()
    expect(onEnd).not.toHaveBeenCalled()
    revoked.push('key1')
    await keys.look()
    expect(onEnd).toHaveBeenCalledOnce()
  })

  it('whose reader left is no longer watched', () => {
    const keys = watchWith()
    const onEnd = vi.fn()
    keys.watch({ keyId: 'key1', expiresAt: Date.now() + 10 }, onEnd)()
    vi.advanceTimersByTime(100)
    keys.ended('key1')
    expect(onEnd).not.toHaveBeenCalled()
  })
})
