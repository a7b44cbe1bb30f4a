import assert from 'node:assert/strict'
import { CHECK_LIMITS, inSandbox } from './in-sandbox.ts'
import type { SandboxCheck } from './sandbox-check.ts'

const group = 'behaviour'

/** A sandbox from its making to its end. */
export const lifeChecks: SandboxCheck[] = [
  {
    id: 'the-provider-finds-its-own-walls-standing',
    group,
    run: async (provider) => {
      const found = await provider.probe(new AbortController().signal)
      assert.ok(found.ok, found.detail)
    },
  },
  {
    id: 'a-sandbox-that-is-gone-says-so',
    group,
    run: inSandbox(async ({ sandbox, files, control }) => {
      await Promise.all([control.destroy(), control.destroy()])
      await control.destroy()
      await control.ended
      const gone = { code: 'SANDBOX_GONE' }
      await assert.rejects(sandbox.exec(['/usr/bin/true']), gone)
      await assert.rejects(sandbox.start(['/usr/bin/true']), gone)
      await assert.rejects(sandbox.processes(), gone)
      await assert.rejects(files.read('x'), gone)
      await assert.rejects(files.write('x', 'x'), gone)
      await assert.rejects(files.list('.'), gone)
    }),
  },
  {
    id: 'a-program-whose-sandbox-is-destroyed-was-killed',
    group,
    run: inSandbox(async ({ sandbox, bash, control }) => {
      const running = bash('sleep 60')
      const started = await sandbox.start(['/usr/bin/sleep', '60'], { stdin: true })
      await control.destroy()
      assert.deepEqual([(await running).endedBy, (await running).exitCode], ['killed', null])
      assert.deepEqual(await started.exited, { exitCode: null, signal: 'SIGKILL' })
      await assert.rejects(started.write(Buffer.from('x')))
      await assert.rejects(started.signal('SIGTERM'), { code: 'PROCESS_NOT_FOUND' })
    }),
  },
  {
    id: 'making-a-sandbox-can-be-called-off',
    group,
    run: async (provider) => {
      await assert.rejects(provider.create({ limits: CHECK_LIMITS }, AbortSignal.abort()), { name: 'AbortError' })
      for (const delayMs of [0, 3, 8]) {
        const caller = new AbortController()
        const making = provider.create({ limits: CHECK_LIMITS }, caller.signal)
        setTimeout(() => caller.abort(), delayMs)
        const outcome = await making.catch((error) => error)
        if (outcome instanceof Error) assert.equal(outcome.name, 'AbortError')
        else await outcome.destroy()
      }
    },
  },
  {
    id: 'what-it-knows-of-its-owner-stays-outside',
    group,
    run: inSandbox(
      async ({ bash, control }) => {
        const found = await bash(
          'env; cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline; grep -rs whose[-]sandbox /workspace /tmp /etc',
        )
        assert.doesNotMatch(found.stdout, /whose-sandbox/)
        assert.ok(['cgroup-v2', 'cgroup-v1', 'container', 'rlimits'].includes(control.limitsBy))
      },
      { metadata: { owner: 'whose-sandbox' } },
    ),
  },
]
