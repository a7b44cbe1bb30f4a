import { duplexPair } from 'node:stream'
import { expect, it } from 'vitest'
import { encodeFrame, FRAME } from './frame.ts'
import { createLink } from './link.ts'

it.each([
  ['room', FRAME.grant],
  ['a listener', FRAME.accept],
])('a peer that sends an invalid number of %s is not the agent, and the link ends', async (_what, kind) => {
  const [host, box] = duplexPair()
  const link = createLink(host)
  const { answer } = link.begin({ op: 'processes' }, {})
  const refused = expect(answer).rejects.toThrow('the box has ended')
  box.write(encodeFrame(kind, 1, Buffer.from([1])))
  await link.closed
  await refused
})

it('a connection to a closed door is not answered, and harms nobody', async () => {
  const [host, box] = duplexPair()
  const link = createLink(host)
  const { answer } = link.begin({ op: 'processes' }, {})
  box.write(encodeFrame(FRAME.accept, 2_000_000, Buffer.from([0, 0, 0, 99])))
  box.write(encodeFrame(FRAME.reply, 1, Buffer.from('{"processes":[]}')))
  expect(await answer).toEqual({ processes: [] })
})
