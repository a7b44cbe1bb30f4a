import { tmpdir } from 'node:os'
import type { NetworkPolicy } from '../network.ts'
import type { SandboxProvider } from '../sandbox.ts'
import { planted } from './planted.fixture.ts'
import { openFilter, pretendingFor } from './weak-filter.fixture.ts'
import { agentWith, disloyal, rootInside, shown, weakJail, without } from './weak-jail.fixture.ts'

const SOCKET = process.arch === 'arm64' ? 198 : 41
const [AF_ALG, AF_VSOCK] = [38, 40]
const HOST_NETWORK = without('--unshare-net')

/** As root of its own network the agent makes routes to everywhere, all of which lead back into the sandbox. */
const WAYS_TO_NOWHERE = agentWith([
  "    agent.reply(0, {'pid': os.getpid()})\n",
  `    for family in (_socket.AF_INET, _socket.AF_INET6):
        message = struct.pack('BBBBBBBBI', family, 0, 0, 0, 254, 4, 0, 1, 0) + struct.pack('HHI', 8, 4, 1)
        way = _socket.socket(_socket.AF_NETLINK, _socket.SOCK_RAW, 0)
        way.send(struct.pack('IHHII', 16 + len(message), 24, 0x605, 1, 0) + message)
    agent.reply(0, {'pid': os.getpid()})
`,
])

/** A proxy that says yes to everything. */
const YES_TO_ALL = agentWith([
  '        channel = self.agent.new_channel()\n',
  `        for _ in range(2):
            os.read(fd, 4096)
            os.write(fd, b'HTTP/1.1 200 OK\\r\\n\\r\\n')
        os.close(fd)
        return
`,
])

const everyPort = (policy: NetworkPolicy): NetworkPolicy => ({
  ...policy,
  allow: Array.from({ length: 65_535 }, (_, index) => `127.0.0.1:${index + 1}`),
})

const SQUATTED = agentWith(["{'port': self.socket.getsockname()[1]}", "{'port': request['port']}"])

/** Jails by the id of a check, each open to just that attack. From all of them only this host can be reached. */
export const weakNetworks = (): Record<string, SandboxProvider> => ({
  'there-is-only-the-loopback-of-the-sandbox': weakJail([HOST_NETWORK]),
  'there-is-no-way-to-the-internet': weakJail([...rootInside, WAYS_TO_NOWHERE]),
  'there-is-no-way-out-by-ipv6': weakJail([...rootInside, WAYS_TO_NOWHERE]),
  'there-is-no-way-to-metadata-servers': weakJail([...rootInside, WAYS_TO_NOWHERE]),
  'servers-of-the-host-cannot-be-reached-by-tcp': weakJail([HOST_NETWORK]),
  'servers-of-the-host-cannot-be-reached-by-ipv6': weakJail([HOST_NETWORK]),
  'servers-of-the-host-cannot-be-reached-by-udp': weakJail([HOST_NETWORK]),
  'abstract-sockets-of-the-host-cannot-be-reached': weakJail([HOST_NETWORK]),
  'sockets-in-directories-of-the-host-cannot-be-reached': weakJail([shown('--ro-bind', tmpdir(), tmpdir())]),
  'raw-sockets-cannot-be-made': weakJail(rootInside),
  'packet-sockets-cannot-be-made': weakJail([...rootInside, openFilter]),
  'sockets-to-the-host-of-the-machine-cannot-be-made': weakJail([pretendingFor(SOCKET, 0, AF_VSOCK)]),
  'sockets-of-rare-kinds-cannot-be-made': weakJail([pretendingFor(SOCKET, 0, AF_ALG)]),
  'the-network-cannot-be-changed-from-inside': weakJail(rootInside),
  'names-cannot-be-resolved': weakJail([
    (host) => ({
      ...host,
      etc: planted('names', { hosts: '192.0.2.9 example.org\n', 'nsswitch.conf': 'hosts: files\n' }),
    }),
  ]),
  'a-listed-server-is-reached-and-no-other': disloyal({
    spec: (spec) => ({ ...spec, ...(spec.network && { network: everyPort(spec.network) }) }),
  }),
  'an-empty-list-allows-nobody': disloyal({
    spec: (spec) => ({ ...spec, ...(spec.network && { network: everyPort(spec.network) }) }),
  }),
  'there-is-no-way-around-the-proxy': weakJail([HOST_NETWORK]),
  'a-name-for-the-host-itself-is-refused': weakJail([YES_TO_ALL]),
  'a-policy-can-be-tightened-while-programs-run': disloyal({
    control: (control) => ({ ...control, setNetwork: async () => {} }),
  }),
  'a-policy-that-does-not-fit-changes-nothing': disloyal({
    control: (control) => ({
      ...control,
      setNetwork: ({ allow, ...policy }) =>
        control.setNetwork({ ...policy, allow: allow.filter((entry) => !entry.includes(' ')) }),
    }),
  }),
  'a-program-on-the-port-of-the-proxy-gains-nothing': weakJail([SQUATTED]),
})
