import { describe, expect, it } from 'vitest'
import { createSlots } from './slots.ts'

const never = new AbortController().signal

describe('slots', () => {
  it('gives places in the order of asking', async () => {
    const slots = createSlots({ places: 1, queue: 10 })
    const order: number[] = []
    const free = await slots.take(never)
    const waiting = [1, 2, 3].map(async (number) => {
      const release = await slots.take(never)
      order.push(number)
      release()
    })
    expect(slots.waiting).toBe(3)
    free()
    await Promise.all(waiting)
    expect(order).toEqual([1, 2, 3])
    expect(slots.busy).toBe(0)
  })

  it('refuses at once when the queue is full, and says when to try again', async () => {
    const slots = createSlots({ places: 1, queue: 0 })
    await slots.take(never)
    await expect(slots.take(never)).rejects.toMatchObject({ code: 'SERVER_BUSY', retry: true })
  })

  it('forgets a caller that stopped waiting', async () => {
    const slots = createSlots({ places: 1, queue: 1 })
    const free = await slots.take(never)
    const caller = new AbortController()
    const waiting = slots.take(caller.signal)
    caller.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
    expect(slots.waiting).toBe(0)
    free()
    expect(slots.busy).toBe(0)
  })

  it('counts a place given back twice once', async () => {
    const slots = createSlots({ places: 2, queue: 0 })
    const [first] = [await slots.take(never), await slots.take(never)]
    first()
    first()
    expect(slots.busy).toBe(1)
  })
})
