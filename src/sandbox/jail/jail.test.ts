import { describe, expect, it } from 'vitest'
import { sandboxChecks } from '../checks.ts'
import type { SandboxProvider } from '../sandbox.ts'
import { describeSetupFailure } from './host.ts'
import { createJail } from './jail.ts'
import { judge } from './probe.ts'

const jail = createJail({ execPath: process.execPath })
const never = new AbortController().signal

describe('the jail keeps every promise of a sandbox', () => {
  it.each(sandboxChecks)('$id', ({ run }) => run(jail))

  it('tries its own walls and reports them', async () => {
    expect(await jail.probe(never)).toMatchObject({ ok: true })
  })

  it('refuses to run a program whose box cannot be set up, with the reason', async () => {
    const files = new Map([
      ['a', Buffer.from('')],
      ['a/b', Buffer.from('')],
    ])
    const program = { command: ['/usr/bin/true'], files, input: Buffer.from(''), reservedMb: 0 }
    const limits = { timeoutMs: 1000, memoryMb: 64, processes: 8, outputBytes: 1000, diskMb: 1 }
    const run = jail.run(program, { limits, signal: never, onOutput: () => {} })
    await expect(run).rejects.toMatchObject({ code: 'SANDBOX_UNAVAILABLE' })
  })
})

describe('the checks can fail', () => {
  const unwalled = [
    'the-host-is-not-visible',
    'the-root-is-read-only',
    'there-is-no-network',
    'kernel-interfaces-are-closed',
    'two-boxes-share-nothing',
  ]
  it.each(unwalled)('%s fails for a provider without walls', async (id) => {
    const check = sandboxChecks.find((one) => one.id === id)
    await expect(check?.run(withoutWalls)).rejects.toThrow()
  })
})

describe('the probe of the jail', () => {
  it('names each wall that does not stand', () => {
    expect(judge('NoNewPrivs:\t1\nSeccomp:\t0\n')).toMatchObject({
      ok: false,
      detail: expect.stringContaining('system call filter'),
    })
  })

  it('knows the remedy for a host that forbids user namespaces', () => {
    const { remedy } = describeSetupFailure('bwrap: setting up uid map: Permission denied')
    expect(remedy).toContain('sysctl')
  })
})

/** Built from canned answers, not by running anything outside of a box: what a broken provider would print. */
const withoutWalls: SandboxProvider = {
  name: 'without-walls',
  probe: async () => ({ ok: true, detail: '' }),
  run: async (_program, { onOutput }) => {
    onOutput({ stream: 'stdout', bytes: Buffer.from('/root\nlo\neth0\nwrote /\nallowed mount\nplanted\n') })
    return { endedBy: 'exit', exitCode: 0, signal: null, durationMs: 1 }
  },
}
