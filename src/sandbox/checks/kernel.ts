import assert from 'node:assert/strict'
import { inSandbox } from './in-sandbox.ts'
import type { SandboxCheck } from './sandbox-check.ts'

const group = 'kernel'

const status = (field: string, value: RegExp, quick?: true): Pick<SandboxCheck, 'group' | 'quick' | 'run'> => ({
  group,
  ...(quick && { quick }),
  run: inSandbox(async ({ bash }) => {
    const { stdout } = await bash(`grep -E '^${field}:' /proc/self/status | cut -f2`)
    assert.ok(stdout.trim().length > 0, `${field} is not told`)
    for (const line of stdout.trim().split('\n')) assert.match(line, value, field)
  }),
})

/** Opens each path for writing without writing anything; prints those that could be opened. */
const opensForWriting = async (
  python: (source: string) => Promise<{ stdout: string; stderr: string }>,
  paths: string,
) => {
  const run = await python(`
import glob, os
for path in ${paths}:
    for found in glob.glob(path):
        try: os.close(os.open(found, os.O_WRONLY | os.O_NONBLOCK))
        except OSError: continue
        print(found)
print('tried all')`)
  assert.match(run.stdout, /tried all\n$/, run.stderr)
  return run.stdout.replace(/tried all\n$/, '')
}

const closed = (paths: string[]): Pick<SandboxCheck, 'group' | 'run'> => ({
  group,
  run: inSandbox(async ({ python }) => assert.equal(await opensForWriting(python, JSON.stringify(paths)), '')),
})

/** Set-user-id programs; every host has at least one of them. */
export const CHANGE_THE_USER = ['su', 'mount', 'umount', 'passwd', 'ping', 'sudo'].map((name) => `/usr/bin/${name}`)

/** The kernel's report on the programs of a sandbox, and the kernel files they may touch. */
export const kernelChecks: SandboxCheck[] = [
  { id: 'programs-have-no-capabilities', ...status('Cap(Inh|Prm|Eff|Bnd|Amb)', /^0+$/, true) },
  {
    id: 'programs-can-gain-no-privileges',
    group,
    run: inSandbox(async ({ python }) => {
      const run = await python('import ctypes; print("no_new_privs", ctypes.CDLL(None).prctl(39, 0, 0, 0, 0))')
      assert.equal(run.stdout, 'no_new_privs 1\n', run.stderr)
    }),
  },
  { id: 'system-calls-are-filtered', ...status('Seccomp', /^2$/, true) },
  {
    id: 'programs-are-not-root',
    group,
    run: inSandbox(async ({ bash }) => {
      const run = await bash('id -u; id -g; id -G')
      assert.doesNotMatch(run.stdout, /(^|\s)0(\s|$)/)
    }),
  },
  {
    id: 'programs-that-would-change-the-user-gain-nothing',
    group,
    run: inSandbox(async ({ bash }) => {
      // The loader shows these values only to programs that run with no more rights than their caller.
      const look = "timeout 2 $program --version </dev/null 2>/dev/null | grep -E 'AT_(EUID|UID|SECURE):' | tr -d '\\n'"
      const run = await bash(
        `for program in $(find ${CHANGE_THE_USER.join(' ')} -perm /6000 2>/dev/null); do LD_SHOW_AUXV=1 ${look}; echo; done`,
      )
      assert.equal(run.endedBy, 'exit')
      for (const line of run.stdout.split('\n').slice(0, -1)) {
        const [, uid, euid, secure] = /AT_UID: +(\d+)AT_EUID: +(\d+).*AT_SECURE: +(\d)/.exec(line) ?? []
        assert.ok(uid !== undefined && uid === euid && secure === '0', `a program runs with other rights: ${line}`)
      }
    }),
  },
  {
    id: 'files-of-another-user-cannot-be-made',
    group,
    run: inSandbox(async ({ bash }) => {
      const run = await bash(
        'touch f; chown 0 f; mknod zero c 1 5; mknod disk b 8 0; cp /usr/bin/id i; chmod u+s i; ./i -u; stat -c %u f; ls',
      )
      const [seen, owner, ...names] = run.stdout.trim().split('\n')
      assert.notEqual(owner, '0')
      assert.deepEqual([seen, names], [owner, ['f', 'i']])
    }),
  },
  {
    id: 'keystrokes-cannot-be-pushed-into-a-terminal',
    group,
    run: inSandbox(async ({ python }) => {
      const source = `
import errno, fcntl, os, pty, sys
master, slave = pty.openpty()
for number in (0x5412, 0x541c, 0xf00005412):
    try: fcntl.ioctl(slave, number, b'x')
    except OverflowError: continue
    except OSError as error:
        if error.errno in (errno.EPERM, errno.EIO, errno.ENOTTY): continue
        print(number, error)
    else: print(number, 'pushed')
if os.fork() == 0:
    os.setsid(); fcntl.ioctl(slave, 0x540e, 0)
    try: fcntl.ioctl(slave, 0x5412, b'x'); os.write(1, b'pushed into its own')
    except OSError: pass
    os._exit(0)
os.wait()`
      const run = await python(source)
      assert.deepEqual([run.exitCode, run.stdout], [0, ''], run.stderr)
    }),
  },
  {
    id: 'settings-of-the-kernel-cannot-be-written',
    ...closed(['/proc/sys/*/*', '/proc/sys/net/*/*', '/proc/sys/fs/*/*']),
  },
  {
    id: 'what-runs-after-a-crash-cannot-be-chosen',
    ...closed([
      '/proc/sys/kernel/core_pattern',
      '/proc/sys/kernel/modprobe',
      '/sys/kernel/uevent_helper',
      '/proc/sys/fs/binfmt_misc/*',
    ]),
  },
  {
    id: 'switches-of-the-kernel-cannot-be-touched',
    ...closed([
      '/proc/sysrq-trigger',
      '/proc/kcore',
      '/proc/kmsg',
      '/proc/acpi/*',
      '/proc/bus/*',
      '/proc/irq/*/*',
      '/proc/fs/*/*',
      '/proc/mtrr',
      '/proc/scsi/*',
    ]),
  },
  {
    id: 'devices-of-the-host-are-not-there',
    group,
    run: inSandbox(async ({ python }) => {
      const run = await python(`
import os, stat
for directory, _, names in os.walk('/dev'):
    for path in (os.path.join(directory, name) for name in names):
        mode = os.lstat(path).st_mode
        if not (stat.S_ISCHR(mode) or stat.S_ISBLK(mode)): continue
        for flags in (os.O_RDONLY, os.O_WRONLY):
            try: os.close(os.open(path, flags | os.O_NONBLOCK | os.O_NOCTTY)); print(path); break
            except OSError: pass
print('tried all')`)
      assert.match(run.stdout, /tried all\n$/, run.stderr)
      const opened = run.stdout.trim().split('\n').slice(0, -1)
      const harmless = /^\/dev\/(null|zero|full|u?random|tty|console|ptmx|pts\/\w+)$/
      assert.deepEqual(
        opened.filter((path) => !harmless.test(path)),
        [],
      )
    }),
  },
  {
    id: 'control-groups-cannot-be-changed',
    ...closed(['/sys/fs/cgroup/*', '/sys/fs/cgroup/*/*', '/sys/fs/cgroup/*/*/*']),
  },
  {
    id: 'the-kernels-own-files-cannot-be-written',
    ...closed(['/sys/*', '/sys/*/*', '/sys/kernel/*/*', '/sys/module/*/*', '/sys/power/*']),
  },
  {
    id: 'the-system-is-read-only',
    group,
    quick: true,
    run: inSandbox(async ({ bash }) => {
      const places =
        '/ /usr /usr/bin /usr/lib /etc /dev /opt /opt/node/bin /var /run /home /root /mnt /srv /sys /proc /proc/sys/kernel'
      const run = await bash(
        `for d in ${places}; do (echo x > $d/planted) 2>/dev/null && echo $d; done; for f in /usr/bin/bash /opt/node/bin/node; do (: >> $f) 2>/dev/null && echo $f; done; true`,
      )
      assert.equal(run.stdout, '')
    }),
  },
  {
    id: 'programs-of-the-operator-are-read-only',
    group,
    quick: true,
    run: inSandbox(async ({ bash }) => {
      const run = await bash(
        'for d in /usr/local /usr/local/*; do (echo x > $d/planted) 2>/dev/null && echo $d; done; true',
      )
      assert.equal(run.stdout, '')
    }),
  },
]
