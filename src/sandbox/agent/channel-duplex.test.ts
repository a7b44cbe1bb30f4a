import { expect, it } from 'vitest'
import { createChannelDuplex } from './channel-duplex.ts'
import type { Channel, ChannelEvents } from './link.ts'

it('the sender gets room again for every piece that came while nobody read', async () => {
  let events: ChannelEvents = {}
  const channel: Channel = { id: 1, push: () => {}, send: async () => {}, end: () => {}, close: () => {} }
  const duplex = await createChannelDuplex((given) => {
    events = given
    return channel
  })
  const taken = Array.from({ length: 20 }, () => events.data?.(Buffer.alloc(32_768), 'stdout'))
  expect(taken.filter(Boolean).length).toBeGreaterThan(10)
  let read = 0
  duplex.on('data', (bytes: Buffer) => {
    read += bytes.length
  })
  await Promise.all(taken)
  expect(read).toBe(20 * 32_768)
})
