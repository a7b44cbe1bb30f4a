import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { runsWithin, within } from './host-pace.ts'
import { inSandbox } from './in-sandbox.ts'
import type { SandboxCheck } from './sandbox-check.ts'

const group = 'behaviour'
/** More than all buffers between a program and its reader hold together. */
const FLOOD_BYTES = 8_000_000

/** How fast programs and their readers may go. */
export const paceChecks: SandboxCheck[] = [
  {
    id: 'output-held-open-does-not-delay-the-result',
    group,
    run: inSandbox(async ({ bash }) => {
      const run = await runsWithin(3000, () => bash('sleep 30 & echo done'))
      assert.deepEqual([run.endedBy, run.exitCode, run.stdout], ['exit', 0, 'done\n'])
    }),
  },
  {
    id: 'output-that-never-ends-does-not-delay-the-result',
    group,
    run: inSandbox(async ({ sandbox }) => {
      const process = await sandbox.start(['/usr/bin/bash', '-c', 'yes & echo done; exit 3'])
      process.onOutput(() => {})
      const end = await within({ mostMs: 5000, complaint: 'it is still waited for' }, () => process.exited)
      assert.deepEqual(end, { exitCode: 3, signal: null })
    }),
  },
  {
    id: 'all-output-is-there-when-the-program-has-ended',
    group,
    run: inSandbox(async ({ bash }) => {
      for (let n = 0; n < 10; n++) {
        const run = await bash('head -c 60000 /dev/zero; echo end >&2')
        assert.deepEqual([run.stdout.length, run.stderr], [60_000, 'end\n'])
      }
    }),
  },
  {
    id: 'a-slow-reader-holds-the-program-back',
    group,
    run: inSandbox(
      async ({ sandbox, files }) => {
        const gate = Promise.withResolvers<void>()
        const script = `head -c ${FLOOD_BYTES} /dev/zero; touch finished`
        let received = 0
        const running = sandbox.exec(['/usr/bin/bash', '-c', script], {
          onOutput: ({ bytes }) => {
            received += bytes.length
            return gate.promise
          },
        })
        await delay(300)
        const held = received
        assert.ok(held < FLOOD_BYTES / 2, `${held} bytes were pushed at a reader that takes none`)
        await assert.rejects(files.stat('finished'), { code: 'PATH_NOT_FOUND' }, 'the program went on')
        gate.resolve()
        assert.equal((await running).exitCode, 0)
        assert.equal(received, FLOOD_BYTES)
      },
      { limits: { outputBytes: 2 * FLOOD_BYTES } },
    ),
  },
  {
    id: 'a-program-nobody-listens-to-never-blocks',
    group,
    run: inSandbox(async ({ sandbox }) => {
      const process = await sandbox.start(['/usr/bin/head', '-c', String(FLOOD_BYTES), '/dev/zero'])
      const end = await within({ mostMs: 20_000, complaint: 'it is blocked' }, () => process.exited)
      assert.deepEqual(end, { exitCode: 0, signal: null })
    }),
  },
  {
    id: 'a-slow-program-holds-its-writer-back',
    group,
    run: inSandbox(async ({ sandbox, files }) => {
      const script = 'until [ -e go ]; do sleep 0.01; done; cat | wc -c'
      const process = await sandbox.start(['/usr/bin/bash', '-c', script], { stdin: true })
      let written = 0
      const writing = (async () => {
        for (; written < FLOOD_BYTES; written += 100_000) await process.write(Buffer.alloc(100_000))
        await process.closeStdin()
      })()
      await delay(150)
      assert.ok(written < FLOOD_BYTES / 2, `${written} bytes were taken for a program that reads none`)
      await files.write('go', '')
      await writing
      assert.deepEqual(await process.exited, { exitCode: 0, signal: null })
    }),
  },
]
