import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { tooLate, watchHost, within } from './host-pace.ts'
import { type CheckedSandbox, collectOutput, inSandbox, withSandbox } from './in-sandbox.ts'
import type { SandboxCheck } from './sandbox-check.ts'

const group = 'behaviour'

async function ticking({ sandbox }: CheckedSandbox) {
  const process = await sandbox.start(['/usr/bin/bash', '-c', 'while echo tick; do sleep 0.01; done'])
  const output = collectOutput()
  process.onOutput(output.take)
  await output.until(/tick/)
  return output
}

/** Rights of the owner of a sandbox: to freeze it, copy it, measure it. */
export const controlChecks: SandboxCheck[] = [
  {
    id: 'a-paused-sandbox-stands-still-until-resumed',
    group,
    needs: ['pause'],
    run: inSandbox(async (checked) => {
      const output = await ticking(checked)
      await checked.control.pause()
      await delay(100)
      const before = output.text().length
      await delay(150)
      assert.equal(output.text().length, before, 'it ran on')
      await checked.control.resume()
      await output.until(new RegExp(`^.{${before + 20}}`, 's'))
    }),
  },
  {
    id: 'no-time-passes-for-a-program-in-a-paused-sandbox',
    group,
    needs: ['pause'],
    run: inSandbox(async ({ bash, control }) => {
      using host = watchHost()
      const running = bash('sleep 0.3; echo done', { timeoutMs: 900 })
      await delay(50)
      await control.pause()
      await delay(1000)
      await control.resume()
      const run = await running
      if (run.endedBy === 'timeout') throw tooLate('its time passed', { mostMs: 600, otherMs: host.slowestMs() })
      assert.deepEqual([run.endedBy, run.stdout], ['exit', 'done\n'])
    }),
  },
  {
    id: 'a-paused-sandbox-can-be-destroyed',
    group,
    needs: ['pause'],
    run: inSandbox(async (checked) => {
      await ticking(checked)
      await checked.control.pause()
      await within({ mostMs: 3000, complaint: 'it was not gone' }, () => checked.control.destroy())
    }),
  },
  {
    id: 'a-snapshot-holds-the-workspace-and-nothing-else',
    group,
    needs: ['snapshot'],
    run: inSandbox(async ({ control, bash, files }) => {
      await bash('mkdir d; printf "exact bytes" > d/file; ln -s d/file link; mkfifo pipe; echo not mine > /tmp/other')
      await files.write('large', Buffer.alloc(3_000_000, 'x'))
      const chunks: Uint8Array[] = []
      for await (const chunk of control.snapshot()) chunks.push(Buffer.from(chunk))
      await files.write('/tmp/again.tar', Buffer.concat(chunks))
      const names = await bash('tar -tf /tmp/again.tar | sort | tr "\\n" " "')
      assert.equal(names.stdout, './ ./d/ ./d/file ./large ./link ./pipe ', names.stderr)
      const same = await bash(
        'mkdir /tmp/again; tar -C /tmp/again -xf /tmp/again.tar; cmp large /tmp/again/large; cat /tmp/again/link',
      )
      assert.equal(same.stdout, 'exact bytes', same.stderr)
    }),
  },
  {
    id: 'a-snapshot-may-be-left-half-way',
    group,
    needs: ['snapshot'],
    run: inSandbox(async ({ control, files, sandbox }) => {
      await files.write('large', Buffer.alloc(8_000_000))
      for await (const _ of control.snapshot()) break
      const left = async () => {
        while ((await sandbox.processes()).length > 0) await delay(10)
      }
      await within({ mostMs: 5000, complaint: 'what made it was not gone' }, left)
    }),
  },
  {
    id: 'a-directory-of-the-host-shows-only-as-it-was-mounted',
    group,
    needs: ['mounts'],
    run: async (provider) => {
      const source = await mkdtemp(join(tmpdir(), 'anneal-mount-'))
      try {
        await writeFile(join(source, 'file'), 'shown')
        await chmod(source, 0o777)
        const mounts = [
          { source, target: '/data', readOnly: true },
          { source, target: '/work', readOnly: false },
        ]
        await withSandbox(provider, { mounts }, async ({ bash }) => {
          const run = await bash(
            'cat /data/file; (echo > /data/new) 2>/dev/null; echo written > /work/result; ls /data',
          )
          assert.equal(run.stdout, 'shownfile\nresult\n', run.stderr)
        })
        assert.equal(await readFile(join(source, 'result'), 'utf8'), 'written\n')
      } finally {
        await rm(source, { recursive: true, force: true })
      }
    },
  },
  {
    id: 'measures-are-plausible',
    group,
    needs: ['metrics'],
    run: inSandbox(async ({ sandbox, files, bash }) => {
      const before = await sandbox.metrics()
      const hold = "x = b'x' * (40 << 20); import time; print('ready', flush=True); time.sleep(60)"
      const holder = await sandbox.start(['/usr/bin/python3', '-I', '-c', hold])
      const output = collectOutput()
      holder.onOutput(output.take)
      await output.until(/ready/)
      await bash('for ((i = 0; i < 100000; i++)); do :; done')
      await files.write('file', Buffer.alloc(3_000_000))
      const after = await sandbox.metrics()
      assert.ok(after.cpuMs - before.cpuMs >= 20, `${after.cpuMs - before.cpuMs} ms of CPU time`)
      assert.ok(after.memoryBytes - before.memoryBytes > 35 << 20, `${after.memoryBytes} bytes of memory`)
      assert.ok(after.memoryPeakBytes === null || after.memoryPeakBytes >= after.memoryBytes)
      assert.ok(after.processes > before.processes && after.processes < 10, `${after.processes} processes`)
      assert.ok(after.diskUsedBytes - before.diskUsedBytes >= 3_000_000, `${after.diskUsedBytes} bytes on disk`)
      assert.equal(after.diskTotalBytes, 16 << 20)
    }),
  },
]
