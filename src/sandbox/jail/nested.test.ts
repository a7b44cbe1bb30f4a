import { expect, test } from 'vitest'
import { findCgroups } from '../cgroup/find.ts'
import { withSandbox } from '../checks/in-sandbox.ts'
import { REFUSED_CALLS } from '../checks/system-calls.ts'
import { createJail } from './jail.ts'

let sandboxes = 0
const newSandboxId = () => `nested-test-${process.pid}-${++sandboxes}`
const jail = createJail({ execPath: process.execPath, newSandboxId, cgroups: await findCgroups() })
const isArm = process.arch === 'arm64'

/** Calls that a browser makes for its own pages; each is tried below in the forms that it does not need. */
const OPENED = ['chroot', 'unshare', 'clone-of-a-user-namespace', 'clone-of-a-network']

const refused = REFUSED_CALLS.filter(({ name }) => !OPENED.includes(name)).flatMap(({ name, numbers, ...each }) => {
  const number = numbers[isArm ? 1 : 0]
  return number === null ? [] : [`'${name}': lambda: call(${number}, ${each.arguments}),`]
})

/** Becomes the root of a user namespace with a network of its own, and tries from there whatever that may open. */
const ATTACKS = `
import ctypes, errno, os, socket
libc = ctypes.CDLL(None, use_errno=True)
def call(*given):
    ctypes.set_errno(0)
    if libc.syscall(*given) == -1: raise OSError(ctypes.get_errno(), 'no')
UNSHARE, CLONE, CHROOT, SETSOCKOPT = ${isArm ? '97, 220, 51, 208' : '272, 56, 161, 54'}
call(UNSHARE, 0x10000000 | 0x40000000)
open('/proc/self/setgroups', 'w').write('deny')
open('/proc/self/uid_map', 'w').write('0 1000 1'); open('/proc/self/gid_map', 'w').write('0 1000 1')
print('root of its own:', os.getuid())
udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
tries = {
${refused.map((line) => `    ${line}`).join('\n')}
    'mount namespace': lambda: call(UNSHARE, 0x00020000),
    'control group namespace': lambda: call(UNSHARE, 0x02000000),
    'host name namespace': lambda: call(UNSHARE, 0x04000000),
    'message namespace': lambda: call(UNSHARE, 0x08000000),
    'time namespace': lambda: call(UNSHARE, 0x00000080),
    'mount namespace beside a user namespace': lambda: call(UNSHARE, 0x10020000),
    'clone of a mount namespace': lambda: call(CLONE, 0x10020000 | 17, 0, 0, 0, 0),
    'netlink': lambda: socket.socket(16, socket.SOCK_RAW, 0),
    'packet filter by netlink': lambda: socket.socket(16, socket.SOCK_RAW, 12),
    'raw socket': lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, 6),
    'raw socket without blocking': lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW | socket.SOCK_NONBLOCK, 6),
    'packet socket': lambda: socket.socket(17, socket.SOCK_RAW, 3),
    'table of packet filters': lambda: call(SETSOCKOPT, udp.fileno(), 0, 64, bytes(96), 96),
    'table of packet filters for IPv6': lambda: call(SETSOCKOPT, udp.fileno(), 41, 64, bytes(96), 96),
    'bridge': lambda: call(${isArm ? 29 : 16}, udp.fileno(), 0x89a0, b'bridge0'),
    'file of the host by chroot': lambda: (call(CHROOT, b'/proc/self/cwd'), open('/etc/shadow')),
}
for name, attempt in tries.items():
    try: attempt(); print('through:', name)
    except OSError as error:
        if error.errno not in (errno.EPERM, errno.ENOSYS, errno.EAFNOSUPPORT, errno.EACCES, errno.ENOENT): print('reached the kernel:', name, error)
udp.setsockopt(socket.IPPROTO_IP, socket.IP_TTL, 9)
print('tried', len(tries))`

test('a sandbox with namespaces inside opens nothing but what a browser needs, also to the root of its own namespace', async () => {
  await withSandbox(jail, { nested: true }, async ({ python }) => {
    const run = await python(ATTACKS)
    expect(run.stderr).toBe('')
    expect(run.stdout).toMatch(/^root of its own: 0\ntried \d+\n$/)
  })
})
