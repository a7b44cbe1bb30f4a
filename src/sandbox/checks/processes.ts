import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { type CheckedSandbox, collectOutput, inSandbox } from './in-sandbox.ts'
import type { SandboxCheck } from './sandbox-check.ts'
import { assertGone, newMark, sleeper, untilAlive } from './survivors.ts'

const group = 'behaviour'

async function startBash(
  { sandbox }: CheckedSandbox,
  script: string,
  options: Parameters<CheckedSandbox['sandbox']['start']>[1] = {},
) {
  const process = await sandbox.start(['/usr/bin/bash', '-c', script], options)
  const output = collectOutput()
  process.onOutput(output.take)
  return { process, output }
}

/** Programs that live on after the call that started them. */
export const processChecks: SandboxCheck[] = [
  {
    id: 'a-started-program-is-fed-and-closed',
    group,
    run: inSandbox(async (checked) => {
      const { process, output } = await startBash(
        checked,
        'while read line; do echo "got $line"; done; echo end; exit 5',
        {
          stdin: true,
        },
      )
      await process.write(Buffer.from('one\n'))
      await output.until(/got one\n/)
      await process.write(Buffer.from('two\n'))
      await process.closeStdin()
      assert.deepEqual(await process.exited, { exitCode: 5, signal: null })
      assert.equal(output.text(), 'got one\ngot two\nend\n')
    }),
  },
  {
    id: 'writing-to-a-closed-input-is-refused',
    group,
    run: inSandbox(async (checked) => {
      const closed = await startBash(checked, 'sleep 5', { stdin: true })
      await closed.process.closeStdin()
      await assert.rejects(closed.process.write(Buffer.from('x')), { code: 'INVALID_REQUEST' })
      const without = await startBash(checked, 'sleep 5')
      await assert.rejects(without.process.write(Buffer.from('x')), { code: 'INVALID_REQUEST' })
    }),
  },
  {
    id: 'signals-arrive-as-they-are-named',
    group,
    run: inSandbox(async (checked) => {
      const script = 'trap "echo usr1" USR1; trap "echo term; exit 9" TERM; echo ready; while :; do sleep 0.01; done'
      const { process, output } = await startBash(checked, script)
      await output.until(/ready/)
      await process.signal('SIGUSR1')
      await output.until(/usr1/)
      await process.signal('SIGTERM')
      assert.deepEqual(await process.exited, { exitCode: 9, signal: null })
      await assert.rejects(process.signal('SIGTERM'), { code: 'PROCESS_NOT_FOUND' })
    }),
  },
  {
    id: 'a-signal-reaches-the-whole-session',
    group,
    run: inSandbox(async (checked) => {
      const mark = newMark()
      const { process } = await startBash(checked, `set -m; ${sleeper(mark)} & ${sleeper(mark)} & wait`)
      await untilAlive(checked, mark, 2)
      await process.signal('SIGKILL')
      assert.equal((await process.exited).signal, 'SIGKILL')
      await assertGone(mark, checked)
    }),
  },
  {
    id: 'a-program-can-be-stopped-and-continued',
    group,
    run: inSandbox(async (checked) => {
      const { process, output } = await startBash(checked, 'while echo tick; do sleep 0.01; done')
      await output.until(/tick/)
      await process.signal('SIGSTOP')
      await delay(100)
      const before = output.text().length
      await delay(150)
      assert.equal(output.text().length, before, 'it ran on')
      await process.signal('SIGCONT')
      await output.until(new RegExp(`^.{${before + 5}}`, 's'))
      await process.signal('SIGKILL')
      await process.exited
    }),
  },
  {
    id: 'living-programs-are-listed-with-their-tag',
    group,
    run: inSandbox(async ({ sandbox }) => {
      const tagged = await sandbox.start(['/usr/bin/sleep', '60'], { tag: 'my server', cwd: '/tmp' })
      const plain = await sandbox.start(['/usr/bin/sleep', '61'])
      const listed = await sandbox.processes()
      assert.deepEqual(
        listed.sort((a, b) => a.pid - b.pid),
        [
          { pid: tagged.pid, command: ['/usr/bin/sleep', '60'], cwd: '/tmp', tag: 'my server' },
          { pid: plain.pid, command: ['/usr/bin/sleep', '61'], cwd: '/workspace' },
        ].sort((a, b) => a.pid - b.pid),
      )
      await tagged.signal('SIGKILL')
      await tagged.exited
      assert.deepEqual(
        (await sandbox.processes()).map(({ pid }) => pid),
        [plain.pid],
      )
    }),
  },
  {
    id: 'a-living-program-can-be-connected-to',
    group,
    run: inSandbox(async ({ sandbox }) => {
      const started = await sandbox.start(['/usr/bin/cat'], { stdin: true })
      const other = await sandbox.connect(started.pid)
      const output = collectOutput()
      const stop = other.onOutput(output.take)
      await other.write(Buffer.from('over there\n'))
      await output.until(/over there\n/)
      stop()
      await started.write(Buffer.from('unheard\n'))
      await started.closeStdin()
      assert.deepEqual(await other.exited, { exitCode: 0, signal: null })
      assert.equal(output.text(), 'over there\n')
      await assert.rejects(sandbox.connect(started.pid), { code: 'PROCESS_NOT_FOUND' })
    }),
  },
  {
    id: 'a-program-that-is-run-can-be-connected-to',
    group,
    run: inSandbox(async ({ sandbox, bash }) => {
      const running = bash('sleep 60')
      let listed = await sandbox.processes()
      for (; listed.length === 0; listed = await sandbox.processes()) await delay(5)
      await (await sandbox.connect(listed[0]?.pid ?? 0)).signal('SIGTERM')
      assert.deepEqual([(await running).endedBy, (await running).signal], ['exit', 'SIGTERM'])
    }),
  },
  {
    id: 'background-work-goes-on-after-its-starter',
    group,
    run: inSandbox(async ({ bash, files }) => {
      assert.equal((await bash('(sleep 0.1; echo unheard; echo done > result) & exit 0')).exitCode, 0)
      const found = await bash('for i in $(seq 300); do [ -s result ] && break; sleep 0.01; done')
      assert.equal(found.exitCode, 0)
      assert.equal(Buffer.from(await files.read('result')).toString(), 'done\n')
    }),
  },
]
