import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { hostname, userInfo } from 'node:os'
import { hostFilesCheck, pathsOfTheHost } from './host-files.ts'
import { inSandbox } from './in-sandbox.ts'
import type { SandboxCheck } from './sandbox-check.ts'
import { newMark } from './survivors.ts'

const group = 'leftovers'

/** Prints all that a program can find out about how it is run. */
const EVERYTHING = `
env
cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline
cat /proc/[0-9]*/mountinfo /proc/[0-9]*/mounts /proc/[0-9]*/mountstats /proc/[0-9]*/cgroup /proc/[0-9]*/maps /proc/[0-9]*/task/*/comm
cat /proc/mounts /proc/cmdline /proc/swaps /proc/net/unix /proc/sysvipc/* /proc/keys /proc/locks
cat /etc/hosts /etc/resolv.conf /etc/hostname /etc/mtab /etc/machine-id
ls -l /proc/[0-9]*/ /proc/[0-9]*/fd /proc/[0-9]*/ns / /etc /opt /dev /mnt /run /var /home
`

const readable = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '')

/** The name of the current user, or the number of one without an account. */
export function ownName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}

/** Nothing inside identifies the host or its owner. */
export const hostTraceChecks: SandboxCheck[] = [
  {
    id: 'the-environment-of-the-server-is-not-visible',
    group,
    quick: true,
    run: async (provider) => {
      const secret = `a-secret-of-the-server-${process.pid}`
      process.env.ANNEAL_CHECK_CANARY = secret
      try {
        await inSandbox(async ({ bash }) => {
          const run = await bash(EVERYTHING)
          assert.ok(run.stdout.includes('HOME=/'), 'nothing was seen at all')
          assert.ok(!run.stdout.includes(secret))
        })(provider)
      } finally {
        delete process.env.ANNEAL_CHECK_CANARY
      }
    },
  },
  {
    id: 'paths-of-the-host-are-not-visible',
    group,
    run: inSandbox(async ({ bash }) => {
      const { stdout } = await bash(EVERYTHING)
      assert.ok(stdout.includes(' /proc '), 'the mounts were not seen at all')
      for (const trace of pathsOfTheHost()) {
        const line = stdout.split('\n').find((one) => one.includes(trace))
        assert.equal(line, undefined, `${trace} shows inside`)
      }
    }),
  },
  hostFilesCheck,
  {
    id: 'the-name-of-the-host-is-not-visible',
    group,
    run: inSandbox(async ({ bash }) => {
      const names = (await bash('hostname; uname -n; cat /etc/hostname /proc/sys/kernel/hostname 2>/dev/null')).stdout
      for (const name of names.trim().split('\n')) assert.notEqual(name, hostname())
      const machine = (await readable('/etc/machine-id')).trim()
      const seen = (await bash('cat /etc/machine-id /var/lib/dbus/machine-id 2>/dev/null')).stdout
      assert.ok(machine === '' || !seen.includes(machine), 'the id of the machine')
    }),
  },
  {
    id: 'users-of-the-host-are-not-visible',
    group,
    run: inSandbox(async ({ bash }) => {
      assert.notEqual((await bash('id -un 2>/dev/null')).stdout.trim(), ownName())
      const people = (await readable('/etc/passwd')).split('\n').filter((line) => Number(line.split(':')[2]) >= 1000)
      const seen = (await bash('cat /etc/passwd /etc/group /etc/passwd-; ls /home /root /var/mail')).stdout
      for (const name of people.map((line) => line.split(':')[0] ?? '').filter((one) => one !== 'nobody')) {
        assert.doesNotMatch(seen, new RegExp(`(^|[/:])${name}($|:)`, 'm'))
      }
    }),
  },
  {
    id: 'the-command-line-of-the-kernel-is-not-visible',
    group,
    run: inSandbox(async ({ bash }) => {
      const own = (await readable('/proc/cmdline')).trim()
      const seen = (await bash('cat /proc/cmdline')).stdout.trim()
      assert.ok(own === '' || seen !== own)
    }),
  },
  {
    id: 'processes-of-the-host-are-not-visible',
    group,
    run: inSandbox(async ({ bash }) => {
      const mark = newMark()
      const process = spawn('/usr/bin/sleep', ['60'], { argv0: mark, stdio: 'ignore' })
      try {
        const run = await bash('cat /proc/[0-9]*/cmdline | tr "\\0" "\\n"; ls /proc | grep -c "^[0-9]"')
        assert.ok(!run.stdout.includes(mark))
        assert.ok(Number(run.stdout.trim().split('\n').at(-1)) <= 6, run.stdout)
      } finally {
        process.kill('SIGKILL')
      }
    }),
  },
]
