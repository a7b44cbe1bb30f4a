import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createEngine } from '../src/engine.ts'
import { instead, weakJail } from '../src/sandbox/checks/weak-jail.fixture.ts'
import type { SandboxProvider } from '../src/sandbox/sandbox.ts'
import { withHome } from './support/temporary-home.ts'

/** An engine as the command line opens it for one program, which counts the sandboxes that are made and the commands in them. */
const runOnce = (code: string, sandbox: SandboxProvider) =>
  withHome(async (home) => {
    const commands: string[][] = []
    const counting: SandboxProvider = {
      ...sandbox,
      async create(spec, signal) {
        const control = await sandbox.create(spec, signal)
        const own: string[] = []
        commands.push(own)
        const exec: typeof control.sandbox.exec = (command, options) => {
          own.push(command[0] ?? '')
          return control.sandbox.exec(command, options)
        }
        return { ...control, sandbox: { ...control.sandbox, exec } }
      },
    }
    const engine = await createEngine({ home, logLevel: 'silent' }, { isBrief: true, sandbox: counting })
    try {
      const run = await engine.run({ language: 'python', code })
      return { result: await run.result, commands }
    } finally {
      await engine.close()
    }
  })

describe('an engine for one program', () => {
  it('makes one sandbox, and looks at its walls before the program starts', async () => {
    const word = randomUUID()
    const { result, commands } = await runOnce(`print("${word}")`, weakJail([]))
    expect(result).toMatchObject({ outcome: 'ok', blocks: [{ attempts: [{ stdout: `${word}\n` }] }] })
    expect(commands).toEqual([['/usr/bin/bash', expect.stringContaining('python')]])
  })

  it('runs nothing where a wall does not stand, and says which', async () => {
    const weak = weakJail([instead(['--uid', '1000', '--gid', '1000'], ['--uid', '1001', '--gid', '1001'])])
    const { result, commands } = await runOnce('print("it ran")', weak)
    expect(result).toMatchObject({
      outcome: 'error',
      error: { code: 'SANDBOX_UNAVAILABLE', message: expect.stringContaining('do not stand: unprivileged user') },
    })
    expect(commands).toEqual([['/usr/bin/bash']])
    expect(JSON.stringify(result)).not.toContain('it ran\\n')
  })
})
