import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'vitest'
import { errorBody } from '../../src/contract/errors.ts'
import { type Served, serving } from './serve-child.ts'
import { withHome } from './temporary-home.ts'

export const MEGABYTE = 1_048_576
/** So large that other work of the server, and uncollected garbage, are small against it. */
export const BODY_BYTES = 500 * MEGABYTE
const PIECE = Buffer.alloc(65_536, ' ')
export const MOST_GROWTH = 150 * MEGABYTE

/** Simultaneous bodies of 500 MB are each answered with 413, and the server never holds one of them. */
export async function refusesLargeBodies({ tellLength, times }: { tellLength: boolean; times: number }): Promise<void> {
  await withHome((home) =>
    serving({ home }, async (served) => {
      await upload(served, { tellLength, path: '/v1/detect', bytes: MEGABYTE })
      const before = await served.memory()
      const watch = watchMemory(served)
      const sent = Array.from({ length: times }, () =>
        upload(served, { tellLength, path: '/v1/runs', bytes: BODY_BYTES }),
      )
      for (const answer of await Promise.all(sent)) {
        expect(answer.status).toBe(413)
        expect(errorBody.parse(JSON.parse(answer.body)).error.code).toBe('BODY_TOO_LARGE')
      }
      // The limit on one body is kept while it is read; several at once each take theirs.
      expect((await watch.stop()) - before).toBeLessThan(times === 1 ? MOST_GROWTH : 2 * MOST_GROWTH)
      expect((await served.call('/v1/stats')).status).toBe(200)
    }),
  )
}

export interface Upload {
  tellLength: boolean
  path: string
  bytes: number
}

/** Written by hand on the socket: a client might stop early or change the bytes. */
export async function upload(served: Pick<Served, 'port' | 'key'>, { tellLength, path, bytes }: Upload) {
  const socket = connect(served.port, '127.0.0.1')
  const answer = readAnswer(socket)
  const size = tellLength ? `content-length: ${bytes}` : 'transfer-encoding: chunked'
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${served.key}\r\ncontent-type: application/json\r\n${size}\r\n\r\n`,
  )
  const body = Readable.from(pieces({ tellLength, bytes }))
  body.pipe(socket, { end: false })
  const text = await answer
  body.destroy()
  socket.destroy()
  const [head = '', answered = ''] = text.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: answered }
}

function* pieces({ tellLength, bytes }: Pick<Upload, 'tellLength' | 'bytes'>): Generator<Buffer | string> {
  const chunk = Buffer.concat([Buffer.from(`${PIECE.length.toString(16)}\r\n`), PIECE, Buffer.from('\r\n')])
  for (let sent = 0; sent < bytes; sent += PIECE.length) yield tellLength ? PIECE : chunk
  if (!tellLength) yield '0\r\n\r\n'
}

function readAnswer(socket: Socket): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    socket.on('data', (bytes) => {
      text += bytes.toString()
      const [head, body] = text.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(head ?? '')?.[1] ?? Number.NaN)
      if (body !== undefined && Buffer.byteLength(body) >= length) resolve(text)
    })
    // A cut connection is fine for a sender who goes on, as long as the answer came before.
    socket.on('error', () => resolve(text))
    socket.on('close', () => resolve(text))
  })
}

export function watchMemory({ memory }: Served) {
  let most = 0
  let going = true
  const watching = (async () => {
    while (going) {
      most = Math.max(most, await memory())
      await wait(10)
    }
    return most
  })()
  return {
    stop: () => {
      going = false
      return watching
    },
  }
}
