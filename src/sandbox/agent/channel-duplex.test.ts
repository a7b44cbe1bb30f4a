import { finished } from 'node:stream/promises'
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

it('pieces that wait for an earlier one are sent as one', async () => {
  const sent: string[] = []
  const send = async (bytes: Uint8Array) => void sent.push(Buffer.from(bytes).toString())
  const duplex = await createChannelDuplex(() => ({ id: 1, push: () => {}, send, end: () => {}, close: () => {} }))
  for (const piece of ['head', '5\r\n', 'hello', '\r\n']) duplex.write(piece)
  await finished(duplex.end(), { readable: false })
  expect(sent).toEqual(['head', '5\r\nhello\r\n'])
})
