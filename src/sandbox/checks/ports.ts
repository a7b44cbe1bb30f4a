import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { within } from './host-pace.ts'
import { type CheckedSandbox, collectOutput, inSandbox } from './in-sandbox.ts'
import type { SandboxCheck } from './sandbox-check.ts'

const group = 'behaviour'
const needs: SandboxCheck['needs'] = ['ports']

async function serve({ sandbox }: CheckedSandbox, source: string): Promise<void> {
  const process = await sandbox.start(['/usr/bin/python3', '-I', '-c', source])
  const output = collectOutput()
  process.onOutput(output.take)
  await output.until(/ready/)
}

const ECHO_SERVER = (address: string, family: string) => `
import socket
server = socket.create_server((${JSON.stringify(address)}, 8080), family=socket.${family})
print('ready', flush=True)
while True:
    client, _ = server.accept()
    with client:
        while data := client.recv(65536): client.sendall(data)`

/** Servers in a sandbox, reached from outside, and the other way round. */
export const portChecks: SandboxCheck[] = [
  {
    id: 'a-server-in-the-sandbox-is-reached-from-outside',
    group,
    needs,
    run: inSandbox(async (checked) => {
      await serve(checked, ECHO_SERVER('127.0.0.1', 'AF_INET'))
      const sent = Buffer.alloc(2_000_000, 'there and back ')
      for (let n = 0; n < 3; n++) {
        const connection = await checked.sandbox.openPort(8080)
        connection.end(sent)
        assert.ok(Buffer.from(await text(connection)).equals(sent), 'other bytes came back')
      }
    }),
  },
  {
    id: 'a-server-on-either-loopback-is-found',
    group,
    needs,
    run: inSandbox(async (checked) => {
      await serve(checked, ECHO_SERVER('::1', 'AF_INET6'))
      const connection = await checked.sandbox.openPort(8080)
      connection.end('six')
      assert.equal(await text(connection), 'six')
    }),
  },
  {
    id: 'a-closed-port-is-said-to-be-closed',
    group,
    needs,
    run: inSandbox(async ({ sandbox }) => {
      await assert.rejects(sandbox.openPort(8081), { code: 'PORT_CLOSED' })
      for (const port of [0, -1, 65_536]) await assert.rejects(sandbox.openPort(port), { code: 'INVALID_REQUEST' })
    }),
  },
  {
    id: 'a-connection-ends-when-either-side-ends-it',
    group,
    needs,
    run: inSandbox(async (checked) => {
      const source = `
import socket
server = socket.create_server(('127.0.0.1', 8080))
print('ready', flush=True)
server.accept()[0].close()
held, _ = server.accept()
open('ended', 'w').write(repr(held.recv(10)))
import time; time.sleep(60)`
      await serve(checked, source)
      const first = await checked.sandbox.openPort(8080)
      assert.equal(await text(first), '', 'ended by the server')
      first.destroy()
      const second = await checked.sandbox.openPort(8080)
      second.destroy()
      const found = await checked.bash('for i in $(seq 300); do [ -s ended ] && break; sleep 0.01; done; cat ended')
      assert.equal(found.stdout, "b''", 'ended by the caller')
    }),
  },
  {
    id: 'a-server-that-never-accepts-holds-up-nobody',
    group,
    needs,
    run: inSandbox(async (checked) => {
      await serve(
        checked,
        `import socket, time; s = socket.socket(); s.bind(('127.0.0.1', 8080)); s.listen(0); print('ready', flush=True); time.sleep(60)`,
      )
      const dial = () => checked.sandbox.openPort(8080).then((connection) => connection.on('error', () => {}))
      const dialled = Array.from({ length: 4 }, () => dial().catch((error) => error))
      const run = await within({ mostMs: 1000, complaint: 'it held up' }, () => checked.bash('echo meanwhile'))
      assert.equal(run.stdout, 'meanwhile\n')
      for (const connection of await Promise.all([dialled[0]])) {
        connection.destroy()
      }
    }),
  },
  {
    id: 'a-server-outside-is-found-on-the-loopback-of-the-sandbox',
    group,
    needs,
    run: inSandbox(async ({ sandbox, python }) => {
      await sandbox.answerPort(8080, (connection) => connection.pipe(connection))
      const source = `
import socket
for host in ('127.0.0.1', '0.0.0.0'):
    with socket.create_connection((host, 8080)) as server:
        server.sendall(b'there and back ' * 50000); server.shutdown(socket.SHUT_WR)
        print(len(server.makefile('rb').read()))`
      assert.equal((await python(source)).stdout, '750000\n750000\n')
    }),
  },
  {
    id: 'the-end-of-the-sandbox-ends-its-connections',
    group,
    needs,
    run: inSandbox(async (checked) => {
      await serve(checked, ECHO_SERVER('127.0.0.1', 'AF_INET'))
      const connection = await checked.sandbox.openPort(8080)
      connection.on('error', () => {})
      const closed = new Promise<void>((resolve) => connection.once('close', () => resolve()))
      await checked.control.destroy()
      await within({ mostMs: 2000, complaint: 'it stayed open' }, () => closed)
    }),
  },
]
