import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BenchReport } from '../src/contract/bench.ts'

const run = promisify(execFile)
const root = new URL('..', import.meta.url).pathname
/** The installed command finds the Node that runs the tests, whatever the host's own is. */
const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` }

describe('the published package', () => {
  let directory = ''
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'anneal-package-'))
    await run('npm', ['pack', '--pack-destination', directory], { cwd: root, env })
    const [archive] = await readdir(directory)
    if (!archive) throw new Error('npm pack made no archive')
    await mkdir(join(directory, 'project'))
    await writeFile(join(directory, 'project', 'package.json'), '{"private": true, "type": "module"}')
    await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', join('..', archive)], {
      cwd: join(directory, 'project'),
      env,
    })
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  const inProject = (command: string, parameters: string[]) =>
    run(command, parameters, { cwd: join(directory, 'project'), env: { ...env, ANNEAL_HOME: join(directory, 'home') } })
  const anneal = (...parameters: string[]) => inProject('node_modules/.bin/anneal', parameters)

  it('installs elsewhere and runs a program from the command line', async () => {
    await writeFile(join(directory, 'project', 'hello.py'), 'print(6 * 7)')
    expect((await inProject('npx', ['--no-install', 'anneal', 'run', 'hello.py'])).stdout).toBe('42\n')
  })

  it('brings the floor that the benchmarks compile', async () => {
    const { stdout } = await anneal('bench', '--json', '--rounds', '1', '--only', 'start')
    const { sections } = JSON.parse(stdout) as BenchReport
    expect(sections[0]?.rows[0]?.way).toBe('floor (C)')
  })

  it('brings the files that languages need inside of sandboxes', async () => {
    const programs: [name: string, code: string, stdout: string][] = [
      ['a.ts', 'enum A { x = 42 }\nconsole.log(A.x)', '42\n'],
      ['a.sql', 'select 42 as a', ' a\n----\n 42\n(1 row)\n'],
      ['a.duckdb', 'select 42 as a', ' a\n----\n 42\n(1 row)\n'],
      ['a.pgsql', 'select 42 as a', ' a\n----\n 42\n(1 row)\n'],
      ['a.R', 'cat(42, "\\n", sep = "")', '42\n'],
    ]
    for (const [name, code] of programs) await writeFile(join(directory, 'project', name), code)
    const { stdout } = await anneal('run', '--quiet', ...programs.map(([name]) => name))
    expect(stdout).toBe(programs.map(([, , expected]) => expected).join(''))
  })

  it('gives the engine, the client, the contract and the checks to programs', async () => {
    const program = `
      import { createEngine } from 'anneal'
      import { createClient } from 'anneal/sdk'
      import { reduceRun, errors } from 'anneal/contract'
      import { sandboxChecks, storeChecks } from 'anneal/testing'
      const engine = await createEngine({ home: process.env.ANNEAL_HOME, logLevel: 'silent' })
      const run = await engine.run({ language: 'js', code: 'console.log(6 * 7)' })
      const result = await run.result
      console.log(result.blocks[0].attempts[0].stdout, [createClient, reduceRun, errors, sandboxChecks, storeChecks].every(Boolean))
      await engine.close()`
    await writeFile(join(directory, 'project', 'embed.js'), program)
    expect((await inProject(process.execPath, ['embed.js'])).stdout).toBe('42\n true\n')
  })
})
