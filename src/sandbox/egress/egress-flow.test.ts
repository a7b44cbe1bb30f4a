import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { connectTo, get, startEgress, startOrigin, startSocketOrigin } from './egress.fixture.ts'

const MB = 1_048_576
const LOOK_EACH = 24 * MB
const chunk = Buffer.alloc(MB / 4, 'x')
const flood = (megabytes: number) =>
  Readable.from(
    (function* () {
      for (let sent = 0; sent < megabytes * 4; sent++) yield chunk
    })(),
  )

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** The bytes of buffers in use: garbage must be collected first, and the collector frees it only a moment later. */
async function heldBytes(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    collectGarbage()
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return process.memoryUsage().arrayBuffers
}

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

  it('passes a tunnel with 256 MB each way, and its later part takes no more memory than its first', async () => {
    let received = 0
    const most = { early: 0, late: 0 }
    const { port } = await startSocketOrigin((socket) => {
      socket.on('data', (bytes) => {
        const isLook = Math.floor(received / LOOK_EACH) < Math.floor((received + bytes.length) / LOOK_EACH)
        received += bytes.length
        const part = received < 64 * MB ? 'early' : 'late'
        if (!isLook) return
        socket.pause()
        void heldBytes().then((held) => {
          most[part] = Math.max(most[part], held)
          socket.resume()
        })
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
    await expect.poll(() => received).toBe(256 * MB)
    expect(most.early).toBeGreaterThan(0)
    expect(most.late - most.early).toBeLessThan(50 * MB)
  })
})
