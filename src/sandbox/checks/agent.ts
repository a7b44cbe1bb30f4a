import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { Inconclusive } from '../../contract/inconclusive.ts'
import type { ProcessEnd } from '../process.ts'
import { WORKSPACE } from '../sandbox.ts'
import { tooLate, watchHost } from './host-pace.ts'
import { type CheckedSandbox, type CheckedSpec, collectOutput, inSandbox, withSandbox } from './in-sandbox.ts'
import type { SandboxCheck } from './sandbox-check.ts'
import { whatWorked } from './what-worked.ts'

const group = 'agent'

const SYSTEM_CALLS = `import ctypes, glob, os, resource, signal
libc = ctypes.CDLL(None, use_errno=True)
def call(*arguments):
    if libc.syscall(*arguments) == -1: raise OSError(ctypes.get_errno(), '')`

const nothingWorks = (attempts: string[], quick?: true): Pick<SandboxCheck, 'group' | 'quick' | 'run'> => ({
  group,
  ...(quick && { quick }),
  run: inSandbox(async (checked) => {
    assert.equal(await whatWorked(checked, SYSTEM_CALLS, attempts), '')
    assert.equal((await checked.bash('echo fine')).stdout, 'fine\n')
  }),
})

const isArm = process.arch === 'arm64'
const number = (x64: number, arm64: number): number => (isArm ? arm64 : x64)

const LONGEST_ANSWER_MS = 1000

async function answerMs({ files }: CheckedSandbox): Promise<number> {
  const startedAt = performance.now()
  await files.write('probe', 'x')
  await files.stat('probe')
  return performance.now() - startedAt
}

/** Compares the agent's time for a small request while a program does its worst with that of an undisturbed sandbox. */
const answersDuring = (script: string, spec: CheckedSpec = {}) =>
  inSandbox(
    (checked, provider) =>
      withSandbox(provider, {}, async (quiet) => {
        using host = watchHost()
        const nuisance = await checked.sandbox.start(['/usr/bin/bash', '-c', script])
        let ended: ProcessEnd | undefined
        void nuisance.exited.then((end) => {
          ended = end
        })
        await delay(200)
        for (let n = 0; n < 5; n++) {
          const [tookMs, quietMs] = await Promise.all([answerMs(checked), answerMs(quiet)])
          if (tookMs < LONGEST_ANSWER_MS) continue
          const otherMs = Math.max(quietMs, host.slowestMs())
          throw tooLate(`it answered after ${Math.round(tookMs)} ms`, { mostMs: LONGEST_ANSWER_MS, otherMs })
        }
        if (ended) throw new Inconclusive(`the program that was to disturb it ended: ${JSON.stringify(ended)}`)
        await nuisance.signal('SIGKILL').catch(() => {})
      }),
    spec,
  )

const READABLE = [
  'mem',
  'environ',
  'maps',
  'smaps',
  'auxv',
  'stack',
  'syscall',
  'io',
  'pagemap',
  'numa_maps',
  'personality',
]
const LISTABLE = ['fd', 'fdinfo', 'map_files', 'ns']
const LINKS = ['root', 'cwd', 'exe', 'fd/0', 'fd/3', 'ns/net']
const WRITABLE = [
  'oom_score_adj',
  'oom_adj',
  'clear_refs',
  'coredump_filter',
  'comm',
  'sched',
  'autogroup',
  'attr/current',
  'uid_map',
  'timerslack_ns',
]

/** The agent is the first process of the sandbox. Programs run beside it, as the same user, and can do nothing to it. */
export const agentChecks: SandboxCheck[] = [
  {
    id: 'the-agent-cannot-be-read',
    ...nothingWorks(
      ['/proc/1', '/proc/1/task/1'].flatMap((place) => [
        ...READABLE.map((name) => `open('${place}/${name}', 'rb').read(1)`),
        ...LISTABLE.map((name) => `assert os.listdir('${place}/${name}')`),
        ...LINKS.map((name) => `os.readlink('${place}/${name}')`),
        `os.stat(os.path.join('${place}', 'root', ''))`,
      ]),
      true,
    ),
  },
  {
    id: 'the-agent-cannot-be-written',
    ...nothingWorks([
      "os.close(os.open('/proc/1/mem', os.O_WRONLY))",
      ...WRITABLE.map((name) => `os.write(os.open('/proc/1/${name}', os.O_WRONLY), b'0')`),
    ]),
  },
  {
    id: 'the-agent-cannot-be-traced',
    ...nothingWorks([
      `call(${number(101, 117)}, 16, 1, 0, 0)`,
      `call(${number(101, 117)}, 0x4206, 1, 0, 0)`,
      `call(${number(310, 270)}, 1, 0, 0, 0, 0, 0)`,
      `call(${number(311, 271)}, 1, 0, 0, 0, 0, 0)`,
      'call(438, os.pidfd_open(1), 3, 0)',
      `call(${number(312, 272)}, 1, 1, 0, 0, 0)`,
    ]),
  },
  {
    id: 'the-agent-cannot-be-starved-or-limited',
    ...nothingWorks([
      'resource.prlimit(1, resource.RLIMIT_NOFILE, (64, 64))',
      'resource.prlimit(1, resource.RLIMIT_NPROC)',
      'os.setpriority(os.PRIO_PROCESS, 1, 19)',
      'os.setpriority(os.PRIO_PGRP, 1, 19)',
      'os.setpriority(os.PRIO_USER, 0, 19); assert os.getpriority(os.PRIO_PROCESS, 1) == 19',
      'os.sched_setscheduler(1, os.SCHED_IDLE, os.sched_param(0))',
      'os.sched_setaffinity(1, [0])',
      `call(${number(314, 274)}, 1, bytes(48), 0)`,
      `call(${number(251, 30)}, 1, 1, 3 << 13)`,
    ]),
  },
  {
    id: 'signals-to-the-agent-have-no-effect',
    group,
    run: inSandbox(async (checked) => {
      const others = await checked.sandbox.start(['/usr/bin/sleep', '60'])
      const source = `
import os, signal
for number in range(1, 65):
    for send in (lambda: os.kill(1, number), lambda: signal.pidfd_send_signal(os.pidfd_open(1), number)):
        try: send()
        except OSError: pass
print('sent')`
      assert.equal((await checked.python(source)).stdout, 'sent\n')
      assert.equal((await checked.bash('echo fine')).stdout, 'fine\n')
      // The agent has just answered, so it is not stopped; its state, where it can be seen, agrees.
      assert.doesNotMatch((await checked.bash('grep ^State: /proc/1/status')).stdout, /^State:\t[^SR]/)
      const last = await checked.python('import os, signal; os.kill(-1, signal.SIGKILL); print("alone")')
      assert.ok(last.stdout === 'alone\n' || last.signal === 'SIGKILL')
      assert.equal((await others.exited).signal, 'SIGKILL')
      assert.equal((await checked.bash('echo fine')).stdout, 'fine\n')
    }),
  },
  {
    id: 'programs-inherit-nothing-but-their-own-streams',
    group,
    run: inSandbox(async ({ python }) => {
      const run = await python('import os; print(sorted(int(n) for n in os.listdir("/proc/self/fd")))')
      assert.equal(run.stdout, '[0, 1, 2, 3]\n', 'beside stdio only the directory that is being listed')
    }),
  },
  {
    id: 'the-wire-of-the-agent-shows-in-no-process',
    group,
    run: inSandbox(async (checked) => {
      const look = `
import glob, os, time
print('looking', flush=True)
seen, until = set(), time.time() + 0.5
while time.time() < until:
    for path in glob.glob('/proc/[0-9]*/fd/*'):
        try:
            if os.readlink(path).startswith('socket:'): seen.add(path)
        except OSError: pass
print('seen', sorted(seen), flush=True)`
      const looking = await checked.sandbox.start(['/usr/bin/python3', '-I', '-c', look])
      const output = collectOutput()
      looking.onOutput(output.take)
      await output.until(/looking/)
      while (!output.text().includes('seen')) await checked.run(['/usr/bin/true'])
      assert.match(output.text(), /seen \[\]\n/)
    }),
  },
  {
    id: 'the-agent-imports-nothing-that-programs-plant',
    group,
    run: inSandbox(
      async (checked) => {
        const trap = "open('/workspace/hit-%d' % __import__('os').getpid(), 'w')\ndef move(*_): pass\n"
        for (const name of [
          'shutil',
          'os',
          'json',
          'encodings',
          'sitecustomize',
          'usercustomize',
          'fnmatch',
          'zlib',
          'bz2',
          '_blake2',
        ]) {
          for (const place of ['/workspace', '/tmp']) await checked.files.write(`${place}/${name}.py`, trap)
        }
        await checked.files.makeDirectory('/workspace/tree')
        await checked.files.write('/workspace/tree/file', 'x')
        await checked.files.move('/workspace/tree', '/tmp/tree')
        await checked.files.remove('/tmp/tree')
        await checked.sandbox.processes()
        await checked.sandbox.trees.write(WORKSPACE, checked.sandbox.trees.read({ root: WORKSPACE, contents: true }))
        assert.equal((await checked.bash('ls -d hit-1 2>/dev/null')).stdout, '')
      },
      { env: { PYTHONPATH: '/workspace', PYTHONSTARTUP: '/workspace/os.py', PYTHONINSPECT: '1' } },
    ),
  },
  {
    id: 'the-agent-answers-while-the-processor-is-busy',
    group,
    run: answersDuring('for i in $(seq 12); do (while :; do :; done) & done; wait'),
  },
  {
    id: 'the-agent-answers-during-a-fork-bomb',
    group,
    // All of its processes together are at times above the memory of the other checks, and would be ended.
    run: answersDuring('exec 2>/dev/null; for i in $(seq 20); do (while :; do (:) & wait; done) & done; wait', {
      limits: { memoryMb: 512 },
    }),
  },
  {
    id: 'the-agent-answers-while-all-memory-is-used',
    group,
    run: answersDuring(
      'while :; do python3 -I -c "x = [bytes([1]) * (1 << 20) for _ in range(1000)]" 2>/dev/null; done',
    ),
  },
]
