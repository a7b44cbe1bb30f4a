import { describe, expect, it } from 'vitest'
import { type Bounds, createSlots } from './slots.ts'

const never = new AbortController().signal
const WIDE: Bounds = { places: 100, queue: 100 }

function slotsWith(bounds: { server?: Bounds; user?: Bounds }) {
  let now = 0
  const slots = createSlots({ server: WIDE, user: WIDE, ...bounds, clock: () => now })
  const order: string[] = []
  const pass = (ms: number) => {
    now += ms
  }
  /** Starts a run that wants one slot; gives the function that ends it once it has one. */
  const enter = (name: string) => {
    const { takeSlot, leave } = slots.admit(name.slice(0, 3))
    const taken = takeSlot(never).then((release) => {
      order.push(name)
      return () => {
        release()
        leave()
      }
    })
    return { name, end: async () => (await taken)() }
  }
  return { slots, order, enter, pass }
}

describe('slots', () => {
  it('are given to the runs of one user in the order of their requests', async () => {
    const { slots, order, enter } = slotsWith({ server: { places: 1, queue: 10 } })
    const runs = ['ada 1', 'ada 2', 'ada 3'].map(enter)
    expect(slots.waiting).toBe(2)
    for (const { end } of runs) await end()
    expect(order).toEqual(['ada 1', 'ada 2', 'ada 3'])
    expect([slots.busy, slots.waiting]).toEqual([0, 0])
  })

  it('are given to users in turn, so that a long queue of one delays another by one run', async () => {
    const { order, enter } = slotsWith({ server: { places: 1, queue: 2000 }, user: { places: 5, queue: 1000 } })
    const crowd = Array.from({ length: 1000 }, (_, index) => enter(`ada ${index}`))
    const single = enter('ben')
    await crowd[0]?.end()
    await crowd[1]?.end()
    await single.end()
    expect(order.slice(0, 3)).toEqual(['ada 0', 'ada 1', 'ben'])
  })

  it('are given to one user up to the cap, and the rest stays free for others', async () => {
    const { slots, order, enter } = slotsWith({ server: { places: 3, queue: 10 }, user: { places: 2, queue: 10 } })
    const [first] = ['ada 1', 'ada 2', 'ada 3'].map(enter)
    expect([slots.busy, slots.waiting]).toEqual([2, 1])
    await enter('ben').end()
    await first?.end()
    expect(order).toEqual(['ada 1', 'ada 2', 'ben', 'ada 3'])
  })

  it('refuse a run at once when the server is full, with the setting to raise', () => {
    const { enter } = slotsWith({ server: { places: 1, queue: 1 } })
    enter('ada')
    enter('ben')
    expect(() => enter('eve')).toThrow(expect.objectContaining({ code: 'SERVER_BUSY', retry: true }))
  })

  it('refuse a run of a user who is at the limit, and accept those of others', () => {
    const { enter } = slotsWith({ user: { places: 1, queue: 1 } })
    enter('ada 1')
    enter('ada 2')
    expect(() => enter('ada 3')).toThrow(expect.objectContaining({ code: 'USER_BUSY', retry: true, status: 429 }))
    enter('ben')
  })

  it('count an accepted run from that moment, and no longer once it left without ever having a slot', () => {
    const { slots } = slotsWith({ server: { places: 1, queue: 0 } })
    const { leave } = slots.admit('ada')
    expect(() => slots.admit('ben')).toThrow(expect.objectContaining({ code: 'SERVER_BUSY' }))
    leave()
    leave()
    slots.admit('ben')
    expect(() => slots.admit('ada')).toThrow(expect.objectContaining({ code: 'SERVER_BUSY' }))
  })

  it('tell a refused caller to come back after the waiting runs, at the measured pace', async () => {
    const { enter, pass } = slotsWith({ server: { places: 2, queue: 10 } })
    const refusal = () => {
      try {
        return enter('eve').name
      } catch (error) {
        return (error as { details: { retryAfterS: number } }).details.retryAfterS
      }
    }
    const [first] = Array.from({ length: 12 }, (_, index) => enter(`ada ${index}`))
    expect(refusal(), 'nothing is measured yet').toBe(5)
    pass(6000)
    await first?.end()
    enter('ada again')
    expect(refusal(), 'ten wait for two places, for 6 s each').toBe(30)
  })

  it('measure and count a slot that is given back after its run has left', async () => {
    const { slots, pass } = slotsWith({ server: { places: 1, queue: 1 } })
    const { takeSlot, leave } = slots.admit('ada')
    const release = await takeSlot(never)
    leave()
    expect(slots.busy).toBe(1)
    const waiting = slots.admit('ada').takeSlot(never)
    expect(slots.waiting).toBe(1)
    pass(7000)
    release()
    await waiting
    slots.admit('ben')
    expect(() => slots.admit('eve')).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ retryAfterS: 7 }) }),
    )
  })

  it('forget a caller that stopped waiting, at once', async () => {
    const { slots, enter } = slotsWith({ server: { places: 1, queue: 1 } })
    const working = enter('ada')
    const caller = new AbortController()
    const { takeSlot, leave } = slots.admit('ben')
    const waiting = takeSlot(caller.signal)
    caller.abort(new Error('left'))
    expect(slots.waiting).toBe(0)
    await expect(waiting).rejects.toThrow('left')
    await expect(takeSlot(caller.signal), 'and gives it no new one').rejects.toThrow('left')
    leave()
    await working.end()
    expect(slots.busy).toBe(0)
  })

  it('count a slot given back twice once', async () => {
    const { slots } = slotsWith({})
    const { takeSlot } = slots.admit('ada')
    const [first] = [await takeSlot(never), await takeSlot(never)]
    first()
    first()
    expect(slots.busy).toBe(1)
  })
})
