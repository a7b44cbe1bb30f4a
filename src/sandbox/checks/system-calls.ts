import assert from 'node:assert/strict'
import { inSandbox } from './in-sandbox.ts'
import type { SandboxCheck } from './sandbox-check.ts'

const group = 'kernel'

export interface RefusedCall {
  /** Name of the call as in the check's id. */
  name: string
  /** Numbers on x86-64 and arm64. */
  numbers: readonly [x64: number | null, arm64: number | null]
  /** Python: arguments with which the call would do no harm where it is let through. */
  arguments: string
  quick?: true
}

const call = (name: string, numbers: RefusedCall['numbers'], args = '0, 0, 0, 0, 0'): RefusedCall => ({
  name,
  numbers,
  arguments: args,
})

/** Calls that reach other processes, other namespaces or the kernel, and that a program has no honest use for. */
export const REFUSED_CALLS: RefusedCall[] = [
  call('ptrace', [101, 117]),
  call('process-vm-readv', [310, 270], 'os.getpid(), 0, 0, 0, 0, 0'),
  call('process-vm-writev', [311, 271], 'os.getpid(), 0, 0, 0, 0, 0'),
  call('process-madvise', [440, 440], 'os.pidfd_open(os.getpid()), 0, 0, 4, 0'),
  call('pidfd-getfd', [438, 438], 'os.pidfd_open(os.getpid()), 0, 0'),
  call('kcmp', [312, 272], 'os.getpid(), os.getpid(), 0, 0, 0'),
  call('mount', [165, 40], "b'none', b'/workspace', b'tmpfs', 0, 0"),
  call('umount', [166, 39], "b'/workspace', 2"),
  call('pivot-root', [155, 41], "b'/tmp', b'/tmp'"),
  call('chroot', [161, 51], "b'/tmp'"),
  call('open-tree', [428, 428], "-100, b'/', 0"),
  call('move-mount', [429, 429], "-100, b'/tmp', -100, b'/workspace', 0"),
  call('fsopen', [430, 430], "b'tmpfs', 0"),
  call('fsconfig', [431, 431], '-1, 99, 0, 0, 0'),
  call('fsmount', [432, 432], '-1, 0, 0'),
  call('fspick', [433, 433], "-100, b'/workspace', 0"),
  call('mount-setattr', [442, 442], "-100, b'/workspace', 0, bytes(32), 32"),
  { ...call('unshare', [272, 97], '0x10000000'), quick: true },
  call('setns', [308, 268], "os.open('/proc/self/ns/user', os.O_RDONLY), 0"),
  call('clone-of-a-user-namespace', [56, 220], '0x10000000 | 17, 0, 0, 0, 0'),
  call('clone-of-a-network', [56, 220], '0x40000000 | 17, 0, 0, 0, 0'),
  call('clone3', [435, 435], '0, 0'),
  call('bpf', [321, 280], '9999, bytes(128), 128'),
  call('io-uring', [425, 425], '1, bytes(120)'),
  call('keyctl', [250, 219], '0, -3, 0'),
  call('add-key', [248, 217], "b'user', b'anneal', b'x', 1, -2"),
  call('request-key', [249, 218], "b'user', b'anneal', 0, 0"),
  call('userfaultfd', [323, 282], '1'),
  call('perf-event-open', [298, 241], '0, 0, 0, 0, -1'),
  call('init-module', [175, 105], "0, 0, b''"),
  call('finit-module', [313, 273], "-1, b'', 0"),
  call('delete-module', [176, 106], "b'anneal-has-no-such-module', 0"),
  call('kexec-load', [246, 104], '0, 99, 0, 0'),
  call('reboot', [169, 142], '0, 0, 0, 0'),
  call('personality', [135, 92], '0xffffffff'),
  call('name-to-handle', [303, 264], "-100, b'/usr', bytes(64), bytes(8), 0"),
  call('open-by-handle', [304, 265], '-100, bytes(64), 0'),
  call('syslog', [103, 116], '10, 0, 0'),
  call('swapon', [167, 224], "b'/no/such/file', 0"),
  call('setting-the-clock', [227, 112], '0, 0'),
  call('sethostname', [170, 161], "b'sandbox', 7"),
  call('fanotify', [300, 262], '0x200, 0'),
  call('move-pages', [279, 239], '0, 0, 0, 0, 0, 0'),
  call('modify-ldt', [154, null], '0, 0, 0'),
  call('ioperm', [173, null], '0, 1, 0'),
]

const isArm = process.arch === 'arm64'

/** Makes a call. Refused means: not permitted, or as if the kernel did not have it. Any other answer is the kernel's own. */
const tryCall = (number: number, args: string): string => `
import ctypes, errno, os
libc = ctypes.CDLL(None, use_errno=True)
try: result = libc.syscall(${number}, ${args})
except OSError as error: result = ctypes.set_errno(error.errno) or -1
if result == 0 and ${number} == ${isArm ? 220 : 56}: os._exit(0)
code = errno.errorcode.get(ctypes.get_errno(), '?') if result == -1 else 'done'
print('refused' if code in ('EPERM', 'ENOSYS') else code)`

export const systemCallChecks: SandboxCheck[] = REFUSED_CALLS.flatMap(({ name, numbers, arguments: args, quick }) => {
  const number = numbers[isArm ? 1 : 0]
  if (number === null) return []
  return [
    {
      id: `${name}-is-refused`,
      group,
      ...(quick && { quick }),
      run: inSandbox(async ({ python }) => {
        const run = await python(tryCall(number, args))
        assert.equal(run.stdout, 'refused\n', `the call was let through to the kernel ${run.stderr}`)
      }),
    },
  ]
})

/** mov eax, number; int 0x80; ret: the same kernel by its 32-bit door, where calls have other numbers. */
const INT_80 = `
import ctypes, mmap, os
code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
code.write(bytes([0xb8, 20, 0, 0, 0, 0xcd, 0x80, 0xc3]))
pid = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))()
print('answered' if pid == os.getpid() else 'refused')`

/** getpid of the x32 interface. */
const X32 = `
import ctypes, errno, os
libc = ctypes.CDLL(None, use_errno=True)
print('refused' if libc.syscall(0x40000000 + 39) == -1 and ctypes.get_errno() in (errno.ENOSYS, errno.EPERM) else 'answered')`

/** Other doors to the same kernel; processors other than x86-64 have none. */
export const otherDoorChecks: SandboxCheck[] =
  process.arch !== 'x64'
    ? []
    : [
        {
          id: 'calls-by-the-32-bit-door-are-refused',
          group,
          run: inSandbox(async ({ python }) => {
            const run = await python(INT_80)
            assert.notEqual(run.stdout, 'answered\n')
            assert.ok(run.signal === 'SIGSYS' || run.signal === 'SIGSEGV' || run.stdout === 'refused\n', run.stderr)
          }),
        },
        {
          id: 'calls-by-the-x32-door-are-refused',
          group,
          run: inSandbox(async ({ python }) => {
            const run = await python(X32)
            assert.ok(run.signal === 'SIGSYS' || run.stdout === 'refused\n', run.stdout + run.stderr)
          }),
        },
      ]
