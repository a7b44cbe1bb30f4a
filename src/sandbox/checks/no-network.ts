import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ownAddresses, withTcpServer, withUdpServer } from './host-servers.ts'
import { inSandbox } from './in-sandbox.ts'
import type { SandboxCheck } from './sandbox-check.ts'
import { whatWorked } from './what-worked.ts'

const group = 'network'

const SOCKETS = `import os, socket
socket.setdefaulttimeout(1)`

const nothingWorks = (attempts: string[], quick?: true): Pick<SandboxCheck, 'group' | 'quick' | 'run'> => ({
  group,
  ...(quick && { quick }),
  run: inSandbox(async (checked) => assert.equal(await whatWorked(checked, SOCKETS, attempts), '')),
})

/** Only asks the kernel for a route: connecting a datagram socket sends nothing. */
const wayTo = (address: string) =>
  `socket.socket(socket.${address.includes(':') ? 'AF_INET6' : 'AF_INET'}, socket.SOCK_DGRAM).connect((${JSON.stringify(address)}, 80))`

const connectTo = (address: string, port: number) => `socket.create_connection((${JSON.stringify(address)}, ${port}))`

/** A sandbox without a network policy has no network of any kind. */
export const noNetworkChecks: SandboxCheck[] = [
  {
    id: 'there-is-only-the-loopback-of-the-sandbox',
    group,
    run: inSandbox(async ({ bash }) => {
      const run = await bash('tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d " "')
      assert.equal(run.stdout, 'lo\n')
    }),
  },
  {
    id: 'there-is-no-way-to-the-internet',
    ...nothingWorks(['192.0.2.1', '198.51.100.7', '10.0.0.1', '192.168.1.1', '172.17.0.1'].map(wayTo)),
  },
  { id: 'there-is-no-way-out-by-ipv6', ...nothingWorks(['2001:db8::1', 'fd00::1', 'fe80::1', 'ff02::1'].map(wayTo)) },
  {
    id: 'there-is-no-way-to-metadata-servers',
    ...nothingWorks(['169.254.169.254', '169.254.170.2', 'fd00:ec2::254'].map(wayTo)),
  },
  {
    id: 'servers-of-the-host-cannot-be-reached-by-tcp',
    group,
    quick: true,
    run: inSandbox((checked) =>
      withTcpServer({ port: 0, host: '0.0.0.0' }, async ({ port, visits }) => {
        const addresses = ['127.0.0.1', '127.0.0.2', '0.0.0.0', ...ownAddresses().filter((one) => !one.includes(':'))]
        assert.equal(
          await whatWorked(
            checked,
            SOCKETS,
            addresses.map((address) => connectTo(address, port)),
          ),
          '',
        )
        assert.deepEqual(visits, [])
      }),
    ),
  },
  {
    id: 'servers-of-the-host-cannot-be-reached-by-ipv6',
    group,
    run: inSandbox((checked) => {
      const addresses = ownAddresses().filter((one) => one.includes(':'))
      // A host that does not speak IPv6 has no server that could be reached by it.
      const host = addresses.length > 0 ? '::' : '127.0.0.1'
      return withTcpServer({ port: 0, host, ipv6Only: addresses.length > 0 }, async ({ port, visits }) => {
        assert.equal(
          await whatWorked(
            checked,
            SOCKETS,
            ['::1', '::', ...addresses].map((one) => connectTo(one, port)),
          ),
          '',
        )
        assert.deepEqual(visits, [])
      })
    }),
  },
  {
    id: 'servers-of-the-host-cannot-be-reached-by-udp',
    group,
    run: inSandbox((checked) =>
      withUdpServer(async ({ port, visits }) => {
        const addresses = ['127.0.0.1', ...ownAddresses().filter((one) => !one.includes(':'))]
        const send = (address: string) =>
          `socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('${address}', ${port}))`
        await whatWorked(checked, SOCKETS, addresses.map(send))
        await checked.bash('sleep 0.05')
        assert.deepEqual(visits, [])
      }),
    ),
  },
  {
    id: 'abstract-sockets-of-the-host-cannot-be-reached',
    group,
    run: inSandbox((checked) => {
      const name = `anneal-check-${process.pid}-${process.hrtime.bigint()}`
      return withTcpServer({ path: `\0${name}` }, async ({ visits }) => {
        assert.equal(await whatWorked(checked, SOCKETS, [`socket.socket(socket.AF_UNIX).connect(b'\\0${name}')`]), '')
        assert.deepEqual(visits, [])
      })
    }),
  },
  {
    id: 'sockets-in-directories-of-the-host-cannot-be-reached',
    group,
    run: inSandbox(async (checked) => {
      const directory = await mkdtemp(join(tmpdir(), 'anneal-check-'))
      const path = join(directory, 'socket')
      await chmod(directory, 0o777)
      try {
        await withTcpServer({ path, readableAll: true, writableAll: true }, async ({ visits }) => {
          const paths = [
            path,
            `/proc/1/root${path}`,
            '/run/docker.sock',
            '/var/run/docker.sock',
            '/run/dbus/system_bus_socket',
          ]
          const connect = (one: string) => `socket.socket(socket.AF_UNIX).connect(${JSON.stringify(one)})`
          assert.equal(await whatWorked(checked, SOCKETS, paths.map(connect)), '')
          assert.deepEqual(visits, [])
        })
      } finally {
        await rm(directory, { recursive: true, force: true })
      }
    }),
  },
  {
    id: 'raw-sockets-cannot-be-made',
    ...nothingWorks([
      'socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP)',
      'socket.socket(socket.AF_INET, socket.SOCK_RAW, 255)',
      'socket.socket(socket.AF_INET6, socket.SOCK_RAW, socket.IPPROTO_ICMPV6)',
    ]),
  },
  { id: 'packet-sockets-cannot-be-made', ...nothingWorks(['socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 3)']) },
  {
    id: 'sockets-to-the-host-of-the-machine-cannot-be-made',
    ...nothingWorks(
      ['socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM)', 'socket.socket(40, socket.SOCK_DGRAM)'],
      true,
    ),
  },
  {
    id: 'sockets-of-rare-kinds-cannot-be-made',
    ...nothingWorks(
      // Each has been a way into kernels: AX.25, AppleTalk, X.25, RDS, CAN, TIPC, Bluetooth, crypto, KCM, QIPCRTR, SMC, XDP.
      [3, 5, 9, 21, 29, 30, 31, 38, 41, 42, 43, 44].flatMap((family) =>
        [1, 2, 3, 5].map((kind) => `socket.socket(${family}, ${kind})`),
      ),
    ),
  },
  {
    id: 'the-network-cannot-be-changed-from-inside',
    ...nothingWorks([
      // RTM_NEWADDR and RTM_NEWROUTE with nothing in them: refused for want of rights before they are read.
      ...[20, 24].map(
        (type) =>
          `s = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0); s.bind((0, 0)); s.send(__import__('struct').pack('IHHII', 28, ${type}, 5, 1, 0) + bytes(12)); assert __import__('struct').unpack_from('i', s.recv(4096), 16)[0] not in (-1, -13)`,
      ),
      "open('/proc/sys/net/ipv4/ip_forward', 'w')",
      "open('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'w')",
    ]),
  },
  {
    id: 'names-cannot-be-resolved',
    ...nothingWorks(["socket.getaddrinfo('example.org', 80)", "socket.gethostbyname('one.one.one.one')"]),
  },
]
