import { afterAll, expect, it } from 'vitest'
import { openSystemJail } from './system.fixture.ts'

const jail = await openSystemJail()
afterAll(() => jail.close?.())

/** Leaves it to the agent to close connections that make their closer wait, in one message and in several. */
const GIVE_AWAY = `
import array, socket, struct, sys
server = socket.create_server(('127.0.0.1', 0))
def slow():
    mine = socket.create_connection(server.getsockname())
    kept.append(server.accept()[0])
    mine.setblocking(False)
    try:
        while True:
            mine.send(b'x' * 65536)
    except BlockingIOError:
        pass
    mine.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack('ii', 1, 600))
    return mine
kept = []
for per_message in ([1], [20], [3, 1, 1]):
    door = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    door.connect('/run/anneal/sudo')
    for count in per_message:
        given = [slow() for _ in range(count)]
        streams = array.array('i', [one.fileno() for one in given])
        door.sendmsg([b'{}'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, streams)])
        for one in given:
            one.close()
    kept.append(door)
print('given', flush=True)
sys.stdin.read()
`

it('descriptors handed to the door of sudo delay nobody', async () => {
  const { sandbox, destroy } = await jail.createSystem()
  try {
    await sandbox.files.as('root').write('/give.py', GIVE_AWAY)
    const hostile = await sandbox.start(['python3', '/give.py'], { user: 'user', stdin: true })
    await new Promise<void>((resolve) => hostile.onOutput(() => resolve()))
    for (let n = 0; n < 3; n++) expect(await sandbox.files.as('user').stat('/give.py')).toMatchObject({ type: 'file' })
  } finally {
    await destroy()
  }
})
