import { once } from 'node:events'
import { link, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContainerWire } from './container-wire.ts'
import { createEngineClient } from './engine-client.ts'

let directory = ''
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'anneal-engine-'))
})
afterAll(() => rm(directory, { recursive: true }))

/** A listener on a socket that is no engine, or one at its worst. */
async function withListener<T>(answer: (socket: Socket) => void, use: (path: string) => Promise<T>): Promise<T> {
  const path = join(directory, `${Math.random()}`)
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
  })
  await once(server.listen(path), 'listening')
  try {
    return await use(path)
  } finally {
    server.close()
  }
}

const version = (path: string) => createEngineClient(path).call('GET', '/version')

describe('an engine that cannot be used', () => {
  it('is told apart from a missing socket', async () => {
    await expect(version(join(directory, 'nothing'))).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringContaining('there is no container engine at'),
      hint: expect.stringContaining('systemctl start docker'),
    })
  })

  it('is told apart from a socket without a listener', async () => {
    const path = join(directory, 'dead')
    const server = createServer()
    await once(server.listen(path), 'listening')
    // Node would remove the socket with the server: a second link keeps its name.
    await link(path, `${path}-kept`)
    server.close()
    await expect(version(`${path}-kept`)).rejects.toMatchObject({
      code: 'SANDBOX_UNAVAILABLE',
      message: expect.stringContaining('no container engine listens at'),
    })
  })

  it('is reported when it breaks off in the middle', async () => {
    const half = 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"Version":'
    for (const words of ['', half]) {
      const asked = withListener((socket) => socket.end(words), version)
      await expect(asked).rejects.toMatchObject({
        code: 'SANDBOX_UNAVAILABLE',
        message: expect.stringContaining('broke off'),
      })
    }
  })
})

describe('a refusal of the engine', () => {
  it('keeps its message, whether it is JSON or not', async () => {
    for (const body of ['{"message":"no room"}', 'no room\n']) {
      const answer = `HTTP/1.1 500 Oops\r\ncontent-length: ${body.length}\r\n\r\n${body}`
      const asked = withListener((socket) => socket.end(answer), version)
      await expect(asked).rejects.toMatchObject({ name: 'EngineRefusal', status: 500, message: 'no room' })
    }
  })

  it('is an error also where a stream was requested', async () => {
    const answer = 'HTTP/1.1 404 Not Found\r\ncontent-length: 21\r\n\r\n{"message":"no such"}'
    const asked = withListener(
      (socket) => socket.end(answer),
      (path) => createEngineClient(path).attach('sandbox'),
    )
    await expect(asked).rejects.toMatchObject({ status: 404, message: 'no such' })
  })
})

describe('the stream of a container', () => {
  const UPGRADED = 'HTTP/1.1 101 UPGRADED\r\nconnection: Upgrade\r\nupgrade: tcp\r\n\r\n'
  const stdout = (bytes: Buffer) => {
    const header = Buffer.from([1, 0, 0, 0, 0, 0, 0, 0])
    header.writeUInt32BE(bytes.length, 4)
    return Buffer.concat([header, bytes])
  }

  it('is read no faster than its reader reads', async () => {
    let engine: Socket | undefined
    const answer = (socket: Socket) => {
      engine = socket
      socket.write(UPGRADED)
      for (let sent = 0; sent < 64; sent++) socket.write(stdout(Buffer.alloc(262_144, sent)))
      socket.end()
    }
    await withListener(answer, async (path) => {
      const { duplex } = createContainerWire(await createEngineClient(path).attach('sandbox'))
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(duplex.readableLength).toBeLessThan(1_000_000)
      expect(engine?.writableLength).toBeGreaterThan(10_000_000)
      let bytes = 0
      for await (const chunk of duplex) bytes += chunk.length
      expect(bytes).toBe(64 * 262_144)
    })
  })

  it('ends for its reader with an error when it is not in the engine’s frames', async () => {
    const answer = (socket: Socket) => socket.end(`${UPGRADED}these are plain words`)
    await withListener(answer, async (path) => {
      const { duplex } = createContainerWire(await createEngineClient(path).attach('sandbox'))
      await expect(duplex.toArray()).rejects.toThrow("not the engine's")
    })
  })

  it('keeps the container’s error output', async () => {
    const words = Buffer.from('python3: not found')
    const complaint = Buffer.concat([Buffer.from([2, 0, 0, 0, 0, 0, 0, words.length]), words])
    const answer = (socket: Socket) => socket.end(Buffer.concat([Buffer.from(UPGRADED), complaint]))
    await withListener(answer, async (path) => {
      const wire = createContainerWire(await createEngineClient(path).attach('sandbox'))
      expect(await wire.duplex.toArray()).toEqual([])
      expect(wire.complaint()).toBe('python3: not found')
    })
  })
})
