import assert from 'node:assert/strict'
import type { EgressRequest } from '../network.ts'
import { within } from './host-pace.ts'
import { type HostServer, withTcpServer, withWebServer } from './host-servers.ts'
import { type CheckedSandbox, collectOutput, withSandbox } from './in-sandbox.ts'
import type { SandboxCheck } from './sandbox-check.ts'

const group = 'network'
const needs: SandboxCheck['needs'] = ['egress']

/** Fetches through the proxy that the environment names; prints the answer or the reason why there is none. */
const FETCH = `
import os, sys, urllib.request, urllib.error
for name in ('no_proxy', 'NO_PROXY'): os.environ.pop(name, None)
try: print(urllib.request.urlopen(sys.argv[1], timeout=9).read().decode())
except urllib.error.HTTPError as error: print('status', error.code)
except OSError as error: print('failed', type(error).__name__)`

/** Reads an answer that never ends, until it is cut. */
const READ_ON = `
import os, sys, urllib.request
for name in ('no_proxy', 'NO_PROXY'): os.environ.pop(name, None)
answer = urllib.request.urlopen(sys.argv[1], timeout=9)
while piece := answer.read1(): print(piece.decode(), flush=True)`

/** Fetches through CONNECT, as programs do for HTTPS. */
const TUNNEL = `
import os, socket, sys, urllib.parse
proxy = urllib.parse.urlsplit(os.environ.get('https_proxy', 'http://127.0.0.1:3128'))
try:
    s = socket.create_connection((proxy.hostname, proxy.port), 9)
    s.sendall(b'CONNECT %s HTTP/1.1\\r\\nHost: %s\\r\\n\\r\\n' % ((sys.argv[1].encode(),) * 2))
    status = s.recv(4096).split(b'\\r\\n')[0].split()[1].decode()
    if status != '200': sys.exit('status ' + status)
    s.sendall(b'GET / HTTP/1.0\\r\\n\\r\\n')
    print(s.makefile().read().splitlines()[-1])
except OSError as error: print('failed', type(error).__name__)`

const fetchFrom = async ({ run }: CheckedSandbox, port: number, path = '/'): Promise<string> =>
  (await run(['/usr/bin/python3', '-I', '-c', FETCH, `http://127.0.0.1:${port}${path}`])).stdout.trim()

const tunnelTo = async ({ run }: CheckedSandbox, authority: string): Promise<string> => {
  const tried = await run(['/usr/bin/python3', '-I', '-c', TUNNEL, authority])
  return (tried.stdout + tried.stderr).trim()
}

const withTwoServers = (use: (listed: HostServer, other: HostServer) => Promise<void>) =>
  withWebServer('the listed one', (listed) => withWebServer('the other one', (other) => use(listed, other)))

/** A sandbox with a list of allowed servers reaches these through the proxy, and no other. */
export const allowListChecks: SandboxCheck[] = [
  {
    id: 'a-listed-server-is-reached-and-no-other',
    group,
    needs,
    run: (provider) =>
      withTwoServers(async (listed, other) => {
        const requests: EgressRequest[] = []
        const network = {
          allow: [`127.0.0.1:${listed.port}`],
          onRequest: (one: EgressRequest) => void requests.push(one),
        }
        await withSandbox(provider, { network }, async (checked) => {
          assert.equal(await fetchFrom(checked, listed.port), 'this is the listed one')
          assert.equal(await tunnelTo(checked, `127.0.0.1:${listed.port}`), 'this is the listed one')
          assert.equal(await fetchFrom(checked, other.port), 'status 403')
          assert.equal(await tunnelTo(checked, `127.0.0.1:${other.port}`), 'status 403')
        })
        assert.deepEqual([listed.visits.length, other.visits], [2, []])
        assert.deepEqual(
          requests.map(({ port, allowed }) => [port, allowed]),
          [
            [listed.port, true],
            [listed.port, true],
            [other.port, false],
            [other.port, false],
          ],
        )
      }),
  },
  {
    id: 'an-empty-list-allows-nobody',
    group,
    needs,
    run: (provider) =>
      withWebServer('nobody', (server) =>
        withSandbox(provider, { network: { allow: [] } }, async (checked) => {
          assert.match(await fetchFrom(checked, server.port), /^failed/)
          assert.match(await tunnelTo(checked, `127.0.0.1:${server.port}`), /^failed/)
          assert.deepEqual(server.visits, [])
        }),
      ),
  },
  {
    id: 'there-is-no-way-around-the-proxy',
    group,
    needs,
    run: (provider) =>
      withTcpServer({ port: 0, host: '127.0.0.1' }, ({ port, visits }) =>
        withSandbox(provider, { network: { allow: [`127.0.0.1:${port}`] } }, async ({ bash }) => {
          const run = await bash(
            `(exec 3<>/dev/tcp/127.0.0.1/${port}) && echo reached; tail -n +3 /proc/net/dev | cut -d: -f1`,
          )
          assert.deepEqual([run.stdout.trim(), visits], ['lo', []])
        }),
      ),
  },
  {
    id: 'a-name-for-the-host-itself-is-refused',
    group,
    needs,
    run: (provider) =>
      withWebServer('the host', ({ port, visits }) =>
        withSandbox(provider, { network: { allow: [`localhost:${port}`] } }, async (checked) => {
          assert.match(await tunnelTo(checked, `localhost:${port}`), /^status (403|502)$/)
          for (const disguise of [
            `127.1:${port}`,
            `2130706433:${port}`,
            `0x7f.1:${port}`,
            `localhost.:${port}`,
            `a@localhost:${port}`,
            `localhost\0x:${port}`,
          ]) {
            assert.match(await tunnelTo(checked, disguise.replace('\0', '%00')), /^status 4|^status 502/, disguise)
          }
          assert.deepEqual(visits, [])
        }),
      ),
  },
  {
    id: 'a-policy-can-be-tightened-while-programs-run',
    group,
    needs,
    run: (provider) =>
      withTwoServers((listed, other) => {
        const network = { allow: [listed, other].map(({ port }) => `127.0.0.1:${port}`) }
        return withSandbox(provider, { network }, async (checked) => {
          const slow = `http://127.0.0.1:${listed.port}/slow`
          const reading = await checked.sandbox.start(['/usr/bin/python3', '-I', '-c', READ_ON, slow])
          const output = collectOutput()
          reading.onOutput(output.take)
          await output.until(/more/)
          await checked.control.setNetwork({ allow: [`127.0.0.1:${other.port}`] })
          await within({ mostMs: 3000, complaint: 'what is forbidden now was not ended' }, () => reading.exited)
          assert.equal(await fetchFrom(checked, listed.port), 'status 403')
          assert.equal(await fetchFrom(checked, other.port), 'this is the other one')
          await checked.control.setNetwork({ allow: [] })
          assert.match(await fetchFrom(checked, other.port), /^(failed|status 403)/)
          assert.match(await tunnelTo(checked, `127.0.0.1:${other.port}`), /^(failed|status 403)/)
          assert.deepEqual([listed.visits, other.visits], [['/slow'], ['/']])
        })
      }),
  },
  {
    id: 'a-policy-that-does-not-fit-changes-nothing',
    group,
    needs,
    run: (provider) =>
      withTwoServers((listed, other) =>
        withSandbox(provider, { network: { allow: [`127.0.0.1:${listed.port}`] } }, async (checked) => {
          const nonsense = { allow: [`127.0.0.1:${other.port}`, 'not a host/at all'] }
          await assert.rejects(checked.control.setNetwork(nonsense), { code: 'INVALID_REQUEST' })
          assert.equal(await fetchFrom(checked, other.port), 'status 403')
          assert.equal(await fetchFrom(checked, listed.port), 'this is the listed one')
        }),
      ),
  },
  {
    id: 'a-program-on-the-port-of-the-proxy-gains-nothing',
    group,
    needs,
    run: (provider) =>
      withWebServer('the listed one', ({ port }) =>
        withSandbox(provider, {}, async (checked) => {
          const squat = `
import socket
server = socket.create_server(('127.0.0.1', 3128)); print('ready', flush=True)
while True: server.accept()[0].send(b'HTTP/1.0 200 OK\\r\\n\\r\\nthis is a lie')`
          const squatter = await checked.sandbox.start(['/usr/bin/python3', '-I', '-c', squat])
          const output = collectOutput()
          squatter.onOutput(output.take)
          await output.until(/ready/)
          await checked.control.setNetwork({ allow: [`127.0.0.1:${port}`] })
          assert.equal(await fetchFrom(checked, port), 'this is the listed one')
        }),
      ),
  },
]
