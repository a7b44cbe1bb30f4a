import { duplexPair } from 'node:stream'
import { expect, it } from 'vitest'
import { encodeFrame, FRAME } from './frame.ts'
import { createLink } from './link.ts'

it.each([
  ['room', FRAME.grant],
  ['a listener', FRAME.accept],
])('a peer that sends an invalid number of %s is not the agent, and the link ends', async (_what, kind) => {
  const [host, sandbox] = duplexPair()
  const link = createLink(host)
  const { answer } = link.begin({ op: 'processes' }, {})
  const refused = expect(answer).rejects.toThrow('the sandbox has ended')
  sandbox.write(encodeFrame(kind, 1, Buffer.from([1])))
  await link.closed
  await refused
})

it('a connection to a closed door is not answered, and harms nobody', async () => {
  const [host, sandbox] = duplexPair()
  const link = createLink(host)
  const { answer } = link.begin({ op: 'processes' }, {})
  sandbox.write(encodeFrame(FRAME.accept, 2_000_000, Buffer.from([0, 0, 0, 99])))
  sandbox.write(encodeFrame(FRAME.reply, 1, Buffer.from('{"processes":[]}')))
  expect(await answer).toEqual({ processes: [] })
})

it('bytes for something that the agent has refused meanwhile are refused with the same reason', async () => {
  const [host, sandbox] = duplexPair()
  const link = createLink(host)
  const refused = Promise.withResolvers<Error>()
  const opening = link.open({ op: 'write', path: 'file' }, { failed: refused.resolve })
  sandbox.write(encodeFrame(FRAME.reply, 1, Buffer.from('{}')))
  const { channel } = await opening
  sandbox.write(encodeFrame(FRAME.fail, 1, Buffer.from('{"code":"full","message":"no space left"}')))
  const reason = await refused.promise
  await expect(channel.send(Buffer.from('late'))).rejects.toBe(reason)
})

it('a sandbox that sends without end leaves turns to others', async () => {
  const [host, sandbox] = duplexPair()
  const link = createLink(host)
  const most = 1_000_000
  let [inTurn, received, longest] = [0, 0, 0]
  const { promise: done, resolve } = Promise.withResolvers<void>()
  link.begin(
    { op: 'start' },
    {
      data: (bytes) => {
        inTurn += bytes.length
        received += bytes.length
        longest = Math.max(longest, inTurn)
        if (received === most) resolve()
      },
    },
  )
  const nextTurn = () => {
    inTurn = 0
    if (received < most) setImmediate(nextTurn)
  }
  nextTurn()
  for (let sent = 0; sent < most; sent += 10_000) sandbox.write(encodeFrame(FRAME.data, 1, Buffer.alloc(10_000)))
  await done
  expect(longest).toBeLessThan(300_000)
})
