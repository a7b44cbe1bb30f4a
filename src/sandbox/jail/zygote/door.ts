import { chmod, chown, mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isOfDeadServer } from '../../cgroup/server-id.ts'

/** Longer than any id of a sandbox. */
const NAME_BYTES = 256
const NEWLINE = 0x0a

export interface Door {
  readonly directory: string
  /** The wire of the sandbox with this id, when it connects. */
  expect(sandboxId: string, signal: AbortSignal): Promise<Socket>
  close(): Promise<void>
}

export interface DoorOptions {
  /** The user that may connect; undefined for the user of this server. */
  user: { uid: number; gid: number } | undefined
  serverMark: string
}

const PREFIX = 'anneal-door-'

/** The socket to which the sandboxes of a zygote connect: each sends its id, and the rest of the connection is its wire. */
export async function openDoor({ user, serverMark }: DoorOptions): Promise<Door> {
  const directory = await mkdtemp(join(tmpdir(), `${PREFIX}${serverMark}-`))
  const expected = new Map<string, (socket: Socket) => void>()
  const server = createServer({ pauseOnConnect: false }, (socket) => {
    socket.on('error', () => {})
    readName(socket, (name) => {
      const take = expected.get(name)
      expected.delete(name)
      if (take) take(socket)
      else socket.destroy()
    })
  })
  const path = join(directory, 'door')
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
  await chmod(path, 0o600)
  if (user) {
    await chmod(directory, 0o711)
    await chown(path, user.uid, user.gid)
  }
  return {
    directory,
    expect: (sandboxId, signal) =>
      new Promise((resolve, reject) => {
        const giveUp = () => {
          expected.delete(sandboxId)
          reject(signal.reason)
        }
        signal.addEventListener('abort', giveUp, { once: true })
        expected.set(sandboxId, (socket) => {
          signal.removeEventListener('abort', giveUp)
          resolve(socket)
        })
      }),
    close: async () => {
      server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Removes the doors of dead servers. */
export async function sweepDoors(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(PREFIX))
  for (const name of names) {
    if (await isOfDeadServer(name.slice(PREFIX.length)))
      await rm(join(tmpdir(), name), { recursive: true, force: true })
  }
}

function readName(socket: Socket, onName: (name: string) => void): void {
  let received = Buffer.alloc(0)
  const onData = (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    const end = received.indexOf(NEWLINE)
    if (end < 0 && received.length < NAME_BYTES) return
    socket.off('data', onData)
    socket.pause()
    if (end + 1 < received.length && end >= 0) socket.unshift(received.subarray(end + 1))
    onName(received.subarray(0, Math.max(end, 0)).toString('latin1'))
  }
  socket.on('data', onData)
}
