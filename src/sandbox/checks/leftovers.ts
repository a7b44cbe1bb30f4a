import assert from 'node:assert/strict'
import type { SandboxProvider } from '../sandbox.ts'
import { type CheckedSandbox, collectOutput, withSandbox } from './in-sandbox.ts'
import type { SandboxCheck } from './sandbox-check.ts'

const group = 'leftovers'

/** Makes the second sandbox while the first one lives, and once more when it is gone. */
async function firstThenSecond(
  provider: SandboxProvider,
  plant: (first: CheckedSandbox) => Promise<void>,
  look: (second: CheckedSandbox) => Promise<void>,
): Promise<void> {
  await withSandbox(provider, {}, async (first) => {
    await plant(first)
    await withSandbox(provider, {}, look)
  })
  await withSandbox(provider, {}, look)
}

async function startAndWait({ sandbox }: CheckedSandbox, source: string): Promise<void> {
  const process = await sandbox.start(['/usr/bin/python3', '-I', '-c', source])
  const output = collectOutput()
  process.onOutput(output.take)
  await output.until(/ready/)
}

/** SysV memory, semaphores and queues by key; POSIX memory and queues by name. */
const SHARED = (doing: 'make' | 'find') => `
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
flags = ${doing === 'make' ? '0o1666' : '0o666'}
found = []
for name, remove, ids in (('shmget', 'shmctl', (0x616e6e, 4096, flags)), ('semget', 'semctl', (0x616e6e, 1, flags)), ('msgget', 'msgctl', (0x616e6e, flags))):
    number = getattr(libc, name)(*ids)
    if number >= 0: found.append(name)
    if number >= 0 and '${doing}' == 'find': getattr(libc, remove)(number, 0, 0)
flags = os.O_RDWR | (os.O_CREAT if '${doing}' == 'make' else 0)
for name, remove in (('shm_open', 'shm_unlink'), ('mq_open', 'mq_unlink')):
    if getattr(libc, name)(b'/anneal-leftover', flags, 0o666, 0) >= 0: found.append(name)
    if '${doing}' == 'find': getattr(libc, remove)(b'/anneal-leftover')
print(*found)`

/** No sandbox sees the doings of another: not beside it, and not after it. */
export const leftoverChecks: SandboxCheck[] = [
  {
    id: 'files-of-one-sandbox-are-in-no-other',
    group,
    run: (provider) =>
      firstThenSecond(
        provider,
        async ({ bash }) => {
          const run = await bash(
            'for d in /workspace /volumes /tmp /dev/shm /var/tmp $HOME; do echo planted > $d/planted; done; ls /tmp',
          )
          assert.equal(run.stdout, 'planted\n')
        },
        async ({ bash }) => {
          const run = await bash(
            'ls -A /workspace /volumes /tmp /dev/shm; ls /var/tmp/planted $HOME/planted 2>/dev/null',
          )
          assert.equal(run.stdout, '/dev/shm:\n\n/tmp:\n\n/volumes:\n\n/workspace:\n')
        },
      ),
  },
  {
    id: 'a-dozen-sandboxes-in-a-row-find-each-a-clean-place',
    group,
    run: async (provider) => {
      for (let n = 0; n < 12; n++) {
        await withSandbox(provider, {}, async ({ bash }) => {
          const run = await bash(
            'ls -A /workspace /tmp | wc -l; ls -A /proc | grep -c "^[0-9]"; echo x > x; echo x > /tmp/x; sleep 60 &',
          )
          const [entries, processes] = run.stdout.trim().split('\n').map(Number)
          assert.deepEqual([entries, (processes ?? 99) <= 6], [3, true], `sandbox ${n}: ${run.stdout}`)
        })
      }
    },
  },
  {
    id: 'shared-memory-and-queues-of-one-sandbox-are-in-no-other',
    group,
    run: (provider) =>
      firstThenSecond(
        provider,
        async ({ python }) => {
          const made = await python(SHARED('make'))
          assert.match(made.stdout, /shmget semget msgget shm_open/, made.stderr)
          assert.match((await python(SHARED('find'))).stdout, /shmget semget msgget/, 'not even in its own sandbox')
          await python(SHARED('make'))
        },
        async ({ python }) => assert.equal((await python(SHARED('find'))).stdout, '\n'),
      ),
  },
  {
    id: 'servers-of-one-sandbox-are-in-no-other',
    group,
    run: (provider) =>
      firstThenSecond(
        provider,
        (first) =>
          startAndWait(
            first,
            `import socket, time
tcp = socket.create_server(('127.0.0.1', 45454)); hidden = socket.socket(socket.AF_UNIX); hidden.bind(b'\\0anneal-leftover'); hidden.listen()
print('ready', flush=True); time.sleep(60)`,
          ),
        async ({ python }) => {
          const run = await python(`
import socket
for family, address in ((socket.AF_INET, ('127.0.0.1', 45454)), (socket.AF_UNIX, b'\\0anneal-leftover')):
    try: socket.socket(family).connect(address); print('reached', address)
    except OSError: pass
socket.create_server(('127.0.0.1', 45454)); socket.socket(socket.AF_UNIX).bind(b'\\0anneal-leftover'); print('free')`)
          assert.equal(run.stdout, 'free\n', run.stderr)
        },
      ),
  },
  {
    id: 'processes-of-one-sandbox-are-in-no-other',
    group,
    run: (provider) =>
      firstThenSecond(
        provider,
        (first) =>
          startAndWait(first, 'import time; mark = "anneal-leftover"; print("ready", flush=True); time.sleep(60)'),
        async ({ bash }) => {
          const run = await bash('cat /proc/[0-9]*/cmdline | tr "\\0" " " | grep -o "anneal-left[o]ver"; echo looked')
          assert.equal(run.stdout, 'looked\n')
        },
      ),
  },
  {
    id: 'the-environment-of-one-sandbox-is-in-no-other',
    group,
    run: async (provider) => {
      const secret = 'a-secret-of-another-sandbox'
      await withSandbox(provider, { env: { SECRET: secret } }, async (first) => {
        assert.equal((await first.bash('echo $SECRET')).stdout, `${secret}\n`)
        await first.sandbox.start(['/usr/bin/sleep', '60'], { env: { OTHER: secret } })
        await withSandbox(provider, {}, async ({ bash }) => {
          const run = await bash('env; cat /proc/[0-9]*/environ')
          assert.doesNotMatch(run.stdout, new RegExp(secret))
        })
      })
    },
  },
]
