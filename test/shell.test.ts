import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMPILED } from './support/compiled.ts'
import { atTerminal } from './support/terminal.ts'

const program = new URL('../bin/anneal.js', import.meta.url).pathname

describe('anneal shell', () => {
  let home = ''
  const environment = () => ({ ...process.env, ...COMPILED, ANNEAL_HOME: home, ANNEAL_SERVER: '' })
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'anneal-test-'))
  })
  afterAll(() => rm(home, { recursive: true }))

  /** Pipes cells in; gives the output. */
  async function pipe(cells: string, ...told: string[]) {
    const child = spawn(process.execPath, [program, 'shell', ...told], { env: environment() })
    const printed = { stdout: '', stderr: '' }
    child.stdout.on('data', (bytes) => (printed.stdout += bytes))
    child.stderr.on('data', (bytes) => (printed.stderr += bytes))
    child.stdin.end(cells)
    const [exitCode] = await once(child, 'close')
    return { exitCode: exitCode as number, ...printed }
  }

  it('is a prompt at a terminal: values, blocks, errors, Ctrl-C, checkpoints, and a session that stays', async () => {
    let session = ''
    await atTerminal(`${process.execPath} ${program} shell`, environment(), async ({ type, until, ended }) => {
      const enter = async (line: string, shown: string) => {
        await until('python> ')
        type(`${line}\r`)
        return until(shown)
      }
      const first = until('a new session')
      session = /ses[0-9a-v]{21}/.exec(await first)?.[0] ?? ''
      await enter('x = 41', '\n')
      await enter('x + 1', '42\r\n')
      await enter('for n in [1, 2]:', '… ')
      type('    print("n", n)\r')
      await until('… ')
      type('\r')
      await until('n 1\r\nn 2\r\n')
      expect(await enter('x = 0; 1 / 0', '↶ undone')).toContain('ZeroDivisionError')
      await enter('x = 5; __import__("time").sleep(600)', 'Ctrl-C interrupts')
      type('\x03')
      // The interpreter lives on: the Ctrl-C of our terminal has not reached its sandbox.
      expect(await until('■ interrupted')).toContain('KeyboardInterrupt')
      await enter('x', '41\r\n')
      await enter('/checkpoint before', 'holds everything')
      await enter('x = 7', '\n')
      await enter('/undo', 'as it was at "before"')
      await enter('x', '41\r\n')
      await until('python> ')
      type('never run\x03')
      await until('python> ')
      type('\x04')
      await until(`The session stays: anneal shell ${session}`)
      expect(await ended).toBe(0)
    })
    expect(await readFile(join(home, 'shell-history'), 'utf8')).toContain('x + 1\nfor n in [1, 2]:\n')
    const later = await pipe('x + 2\n', session)
    expect(later).toEqual({ exitCode: 0, stdout: '43\n', stderr: '' })
  })

  it('runs piped input cell by cell, in several languages, and exits with 1 when one failed', async () => {
    const { exitCode, stdout, stderr } = await pipe(`def double(n):
    twice = n * 2

    return twice

double(21)
/bash
echo one; nonsense

/js
[1, 2].map((n) => n + 1)
/nothing
`)
    expect(stdout.split('\n').slice(0, 2)).toEqual(['42', 'one'])
    expect(stdout).toContain('[ 2, 3 ]')
    expect(stderr).toContain('nonsense: command not found')
    expect(stderr).toContain('There is no /nothing; /help lists what there is.')
    expect(exitCode).toBe(1)
  })
})
