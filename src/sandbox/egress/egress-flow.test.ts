import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { connectTo, get, startEgress, startOrigin, startSocketOrigin } from './egress.fixture.ts'

const MB = 1_048_576
const chunk = Buffer.alloc(MB / 4, 'x')
const flood = (megabytes: number) =>
  Readable.from(
    (function* () {
      for (let sent = 0; sent < megabytes * 4; sent++) yield chunk
    })(),
  )

describe('a large stream', () => {
  it.each([
    ['an answer', get('http://api.example/')],
    ['a tunnel', connectTo('api.example:443')],
  ])('is held back in %s when the client does not read', async (_, bytes) => {
    let sent = 0
    const counted = () =>
      flood(200).on('data', (part: Buffer) => {
        sent += part.length
      })
    const web = await startOrigin((_request, response) => void counted().pipe(response))
    const plain = await startSocketOrigin((socket) => void counted().pipe(socket))
    const { open } = startEgress({ allow: ['api.example'], port: bytes.startsWith('GET') ? web.port : plain.port })
    const client = open()
    client.stream.removeAllListeners('data').pause()
    client.send(bytes)
    await expect.poll(() => sent).toBeGreaterThan(0)
    let before = -1
    while (before !== sent) {
      before = sent
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
    expect(sent).toBeLessThan(50 * MB)
  })

  it('of 256 MB each way passes a tunnel, and nothing of what has passed is held', async () => {
    let received = 0
    const heldAt: number[] = []
    const { port } = await startSocketOrigin((socket) => {
      socket.on('data', (bytes) => {
        received += bytes.length
        if (received > heldAt.length * 64 * MB) heldAt.push(heldBytes())
      })
      void pipeline(flood(256), socket)
    })
    const { open, ends } = startEgress({ allow: ['api.example'], port })
    const client = open()
    await client.ask(connectTo('api.example:443'))
    client.stream.removeAllListeners('data')
    const discard = new Writable({ write: (_bytes, _encoding, done) => done() })
    await Promise.all([pipeline(flood(256), client.stream), pipeline(client.stream, discard)])
    await expect.poll(() => ends).toMatchObject([{ endedBy: 'done', sentBytes: 256 * MB, receivedBytes: 256 * MB }])
    expect(received).toBe(256 * MB)
    expect(heldAt.length).toBe(4)
    // The least of three looks: what is just on its way is held for a moment.
    const [first = 0, ...later] = heldAt
    expect(Math.min(...later) - first).toBeLessThan(50 * MB)
  })
})

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What is in use, without garbage: its amount depends on the moment, and on the tests before. */
function heldBytes(): number {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
