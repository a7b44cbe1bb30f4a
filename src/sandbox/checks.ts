import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { Check } from '../contract/check.ts'
import type { Limits } from '../contract/limits.ts'
import type { ExecResult, SandboxProvider } from './sandbox.ts'

type Run = ExecResult & { stdout: string; stderr: string }

const limits: Limits = { timeoutMs: 10_000, memoryMb: 256, processes: 32, outputBytes: 1_000_000, diskMb: 8 }

/** Runs a Bash script in a fresh box of the provider and collects what it printed. */
async function bash(
  provider: SandboxProvider,
  script: string,
  options: { limits?: Partial<Limits>; input?: string; signal?: AbortSignal; files?: Record<string, string> } = {},
): Promise<Run> {
  const out = { stdout: '', stderr: '' }
  const result = await provider.run(
    {
      command: ['/usr/bin/bash', '-c', script],
      files: new Map(Object.entries(options.files ?? {}).map(([path, text]) => [path, Buffer.from(text)])),
      input: Buffer.from(options.input ?? ''),
      reservedMb: 0,
    },
    {
      limits: { ...limits, ...options.limits },
      signal: options.signal ?? new AbortController().signal,
      onOutput: ({ stream, bytes }) => {
        out[stream] += Buffer.from(bytes).toString()
      },
    },
  )
  return { ...result, ...out }
}

const python = (source: string) => `/usr/bin/python3 -I -c '${source.replaceAll("'", `'\\''`)}'`

/** A name that no other process on the host has, to look for afterwards. */
const mark = (id: string) => `anneal-check-${id}-${process.pid}`

/** What every provider promises: how programs behave, and what they cannot do. */
export const sandboxChecks: Check<SandboxProvider>[] = [
  {
    id: 'output-and-exit-code-are-exact',
    run: async (provider) => {
      const run = await bash(provider, 'printf "a\\n\\0b"; printf oops >&2; exit 7')
      assert.deepEqual([run.endedBy, run.exitCode, run.stdout, run.stderr], ['exit', 7, 'a\n\0b', 'oops'])
    },
  },
  {
    id: 'stdin-arrives-whole',
    run: async (provider) => {
      const run = await bash(provider, 'wc -c', { input: 'x'.repeat(300_000) })
      assert.equal(run.stdout.trim(), '300000')
    },
  },
  {
    id: 'files-are-laid-into-the-workspace',
    run: async (provider) => {
      const run = await bash(provider, 'pwd; cat a.txt deep/er/b.txt; echo more >> a.txt; cat a.txt', {
        files: { 'a.txt': 'A\n', 'deep/er/b.txt': 'B\n' },
      })
      assert.equal(run.stdout, '/workspace\nA\nB\nA\nmore\n', run.stderr)
    },
  },
  {
    id: 'timeout-kills-children',
    run: async (provider) => {
      const name = mark('timeout')
      const run = await bash(
        provider,
        `(exec -a ${name} sleep 60) & setsid bash -c 'exec -a ${name} sleep 60' & wait`,
        {
          limits: { timeoutMs: 200 },
        },
      )
      assert.deepEqual([run.endedBy, run.exitCode], ['timeout', null])
      assert.ok(run.durationMs < 2000, `ended after ${run.durationMs} ms`)
      await assertGone(name)
    },
  },
  {
    id: 'nothing-survives-the-program',
    run: async (provider) => {
      const name = mark('daemon')
      const run = await bash(
        provider,
        `setsid bash -c 'exec -a ${name} sleep 60' >/dev/null 2>&1 </dev/null & echo started`,
      )
      assert.deepEqual([run.endedBy, run.stdout], ['exit', 'started\n'])
      await assertGone(name)
    },
  },
  {
    id: 'ignored-signals-do-not-help',
    run: async (provider) => {
      const run = await bash(provider, 'trap "" TERM INT HUP; while :; do sleep 1; done', {
        limits: { timeoutMs: 200 },
      })
      assert.equal(run.endedBy, 'timeout')
    },
  },
  {
    id: 'cancelling-ends-the-program',
    run: async (provider) => {
      const name = mark('cancel')
      const caller = new AbortController()
      setTimeout(() => caller.abort(), 150)
      const run = await bash(provider, `exec -a ${name} sleep 60`, { signal: caller.signal })
      assert.equal(run.endedBy, 'cancelled')
      await assertGone(name)
    },
  },
  {
    id: 'output-limit-is-exact-and-named',
    run: async (provider) => {
      const run = await bash(provider, 'yes', { limits: { outputBytes: 100_000 } })
      assert.deepEqual([run.endedBy, run.stdout.length], ['output', 100_000])
    },
  },
  {
    id: 'process-limit-holds',
    run: async (provider) => {
      const source = `
import os, time
started = 0
try:
    while started < 100:
        if os.fork() == 0:
            time.sleep(30)
        started += 1
except BlockingIOError:
    pass
print(started)`
      const run = await bash(provider, python(source), { limits: { processes: 20 } })
      assert.equal(run.endedBy, 'exit', run.stderr)
      assert.ok(Number(run.stdout) > 0 && Number(run.stdout) < 20, `${run.stdout} processes under a limit of 20`)
    },
  },
  {
    id: 'memory-limit-holds',
    run: async (provider) => {
      const run = await bash(provider, python('x = bytearray(400 * 2**20); print(len(x))'))
      assert.doesNotMatch(run.stdout, /\d/)
      assert.notEqual(run.exitCode, 0)
    },
  },
  {
    id: 'disk-limit-holds',
    run: async (provider) => {
      const run = await bash(provider, 'for f in 1 2 3 4; do head -c 4M /dev/zero > $f; done; du -sk . | cut -f1')
      assert.match(run.stderr, /No space left on device/)
      assert.ok(Number(run.stdout) <= 8 * 1024, `${run.stdout} KB in a workspace of 8 MB`)
    },
  },
  {
    id: 'the-host-is-not-visible',
    run: async (provider) => {
      const looks = [
        '/root',
        '/home',
        '/var',
        '/etc/passwd',
        '/etc/shadow',
        '/etc/hostname',
        '/sys',
        '/run',
        process.cwd(),
      ]
      const run = await bash(provider, `ls -d ${looks.map((path) => `'${path}'`).join(' ')} 2>/dev/null; hostname`)
      assert.equal(run.stdout, 'sandbox\n')
    },
  },
  {
    id: 'the-environment-of-the-server-is-not-visible',
    run: async (provider) => {
      const secret = 'a-secret-of-the-server'
      process.env.ANNEAL_CHECK_CANARY = secret
      try {
        const run = await bash(provider, 'env; cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline | tr "\\0" "\\n"')
        assert.ok(!run.stdout.includes(secret))
        assert.ok(run.stdout.includes('HOME=/workspace'))
      } finally {
        delete process.env.ANNEAL_CHECK_CANARY
      }
    },
  },
  {
    id: 'there-is-no-network',
    run: async (provider) => {
      await withListener(async (port) => {
        const script = [
          `(echo > /dev/tcp/127.0.0.1/${port}) 2>/dev/null && echo loopback of the host reached`,
          '(echo > /dev/tcp/169.254.169.254/80) 2>/dev/null && echo metadata reached',
          '(echo > /dev/udp/1.1.1.1/53) 2>/dev/null && echo udp reached',
          'tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d " "',
        ]
        const run = await bash(provider, script.join('\n'))
        assert.equal(run.stdout, 'lo\n')
      })
    },
  },
  {
    id: 'kernel-interfaces-are-closed',
    run: async (provider) => {
      const source = `
import ctypes, errno, os, socket
libc = ctypes.CDLL(None, use_errno=True)
def call(name, number, *args):
    ctypes.set_errno(0)
    if libc.syscall(number, *args) != -1: print("allowed", name)
    elif ctypes.get_errno() not in (errno.EPERM, errno.ENOSYS): print("reached", name, errno.errorcode[ctypes.get_errno()])
arm = os.uname().machine == "aarch64"
for name, x64, arm64 in [("ptrace",101,117),("mount",165,40),("unshare",272,97),("setns",308,268),("bpf",321,280),("keyctl",250,219),("userfaultfd",323,282),("perf_event_open",298,241),("personality",135,92),("io_uring_setup",425,425),("process_vm_readv",310,270),("init_module",175,105)]:
    call(name, arm64 if arm else x64, 0, 0, 0, 0, 0)
for family in (17, 38, 40):
    try:
        socket.socket(family, socket.SOCK_DGRAM)
        print("socket family", family)
    except OSError: pass
`
      const run = await bash(provider, python(source))
      assert.deepEqual([run.exitCode, run.stdout], [0, ''], run.stderr)
    },
  },
  {
    id: 'the-root-is-read-only',
    run: async (provider) => {
      const script =
        'for d in / /usr /etc /dev /opt /proc/sys/kernel; do (echo x > $d/planted) 2>/dev/null && echo wrote $d; done'
      assert.equal((await bash(provider, script)).stdout, '')
    },
  },
  {
    id: 'no-descriptors-leak-in',
    run: async (provider) => {
      const run = await bash(provider, python('import os; print(sorted(int(n) for n in os.listdir("/proc/self/fd")))'))
      assert.equal(run.stdout, '[0, 1, 2, 3]\n', 'beside stdio only the directory that is being listed')
    },
  },
  {
    id: 'two-boxes-share-nothing',
    run: async (provider) => {
      const plant = 'for d in /workspace /tmp /dev/shm; do echo planted > $d/planted; done'
      assert.equal((await bash(provider, plant)).exitCode, 0)
      const run = await bash(
        provider,
        'cat /workspace/planted /tmp/planted /dev/shm/planted 2>/dev/null; ls -A /workspace /tmp /dev/shm',
      )
      assert.doesNotMatch(run.stdout, /planted/)
    },
  },
]

async function assertGone(name: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const alive = (await readdir('/proc')).filter((pid) => /^\d+$/.test(pid) && commandOf(pid).includes(name))
    if (alive.length === 0) return
    assert.ok(tries < 20, `${alive.length} processes of the box are still alive`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return ''
  }
}

async function withListener(use: (port: number) => Promise<void>): Promise<void> {
  const server = createServer((socket) => socket.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await use((server.address() as { port: number }).port)
  } finally {
    server.close()
  }
}
