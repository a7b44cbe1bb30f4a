import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { COMPILED } from '../../test/support/compiled.ts'
import { type RunEvent, runEvent } from '../contract/event.ts'
import { reduceRun } from '../contract/reduce-run.ts'
import { undisturbed } from '../sandbox/checks/host-pace.ts'
import { shownBy } from './fake-host.fixture.ts'

/** The real command in a process of its own, with the real engine and sandbox inside. */
const ANNEAL = fileURLToPath(new URL('../../bin/anneal.js', import.meta.url))

/** Part of every Linux: runs a command on a terminal of its own and records its screen. */
const TERMINAL = 'script'

let folder: string
let env: NodeJS.ProcessEnv

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anneal-process-'))
  const ours = Object.entries(process.env).filter(([name]) => !/^(ANNEAL_|NO_COLOR|FORCE_COLOR)/.test(name))
  env = { ...Object.fromEntries(ours), ...COMPILED, ANNEAL_HOME: join(folder, 'home'), TERM: 'xterm' }
  const program = (name: string, lines: string[]) => writeFile(join(folder, name), `${lines.join('\n')}\n`)
  await program('forever.py', ['import time', 'while True:', '  print("tick", flush=True)', '  time.sleep(0.1)'])
  await program('slow.py', [
    'import time',
    'print("half", end="", flush=True)',
    'time.sleep(0.5)',
    'print(" whole", flush=True)',
    'time.sleep(0.5)',
  ])
  await program('broken.py', ['import sys', 'print("out")', 'print("err", file=sys.stderr)', 'undefined_name'])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const start = (args: string[]) => spawn(process.execPath, [ANNEAL, ...args], { cwd: folder, env })

async function finish(args: string[], input = '') {
  const child = start(args)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (bytes) => (stdout += bytes))
  child.stderr.on('data', (bytes) => (stderr += bytes))
  child.stdin.end(input)
  const [exitCode] = await once(child, 'close')
  return { exitCode, stdout, stderr }
}

describe('the command in its own process', () => {
  it('runs piped code', async () => {
    const { exitCode, stdout, stderr } = await finish(['run', '-', '--language', 'python'], 'print(6*7)')
    expect([exitCode, stdout]).toEqual([0, '42\n'])
    expect(stderr).toMatch(/^✔ ok in [\d.]+ m?s · python · run[0-9a-v]{21}\n$/)
  })

  it('keeps the streams of a failing program apart and points at the line', async () => {
    const { exitCode, stdout, stderr } = await finish(['run', 'broken.py'])
    expect([exitCode, stdout]).toEqual([1, 'out\n'])
    expect(stderr.startsWith('err\nTraceback')).toBe(true)
    expect(stderr).toContain("✖ NameError: name 'undefined_name' is not defined\n  at broken.py:4")
    expect(stderr).toContain('  4 │ undefined_name\n')
  })

  it('gives the same result by events and by the stored run', () =>
    undisturbed(1000, async () => {
      const { stdout } = await finish(['run', 'broken.py', '--json'])
      const events: RunEvent[] = stdout
        .trimEnd()
        .split('\n')
        .map((line) => runEvent.parse(JSON.parse(line)))
      const told = reduceRun(events)
      const stored = await finish(['runs', 'show', told.runId, '--json'])
      const { startedAt, ...rest } = JSON.parse(stored.stdout)
      expect(Math.abs(startedAt - told.startedAt)).toBeLessThan(1000)
      expect({ ...rest, startedAt: told.startedAt }).toEqual(told)
    }))

  it('is cancelled by Ctrl-C', async () => {
    const child = start(['run', 'forever.py'])
    let stderr = ''
    child.stderr.on('data', (bytes) => (stderr += bytes))
    await once(child.stdout, 'data')
    child.kill('SIGINT')
    const [exitCode] = await once(child, 'close')
    expect(exitCode).toBe(130)
    expect(stderr).toMatch(/^■ cancelled after [\d.]+ m?s · python · run\w+\n$/)
  })

  it('ends quietly when the reader of its output goes away', async () => {
    const child = start(['run', 'forever.py'])
    let stderr = ''
    child.stderr.on('data', (bytes) => (stderr += bytes))
    await once(child.stdout, 'data')
    child.stdout.destroy()
    const [exitCode] = await once(child, 'close')
    expect([exitCode, stderr]).toEqual([141, ''])
  })

  it('says so when its output cannot be written, and ends the run', async () => {
    const child = spawn('sh', ['-c', `'${process.execPath}' '${ANNEAL}' run forever.py >/dev/full`], {
      cwd: folder,
      env,
    })
    let stderr = ''
    child.stderr.on('data', (bytes) => (stderr += bytes))
    const [exitCode] = await once(child, 'close')
    expect(exitCode).toBe(4)
    expect(stderr).toBe(`✖ The output cannot be written: ENOSPC: no space left on device, write.
  Free space where the output goes, or send it elsewhere.
`)
  })

  it('leaves a real terminal in order', async () => {
    const command = `'${process.execPath}' '${ANNEAL}' run slow.py`
    const written = await new Promise<string>((resolve, reject) => {
      execFile(TERMINAL, ['-qec', command, '/dev/null'], { cwd: folder, env }, (error, stdout) =>
        error ? reject(error) : resolve(stdout),
      )
    })
    expect(written).toContain('execute · attempt 1/3')
    expect(shownBy(written.replaceAll('\r\n', '\n'))).toMatch(/^half whole\n✔ ok in [\d.]+ s · python · run\w+\n$/)
  })
})
