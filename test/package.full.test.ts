import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
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

  it('takes 120 MB at most with all that it needs', async () => {
    const { stdout } = await inProject('du', ['--summarize', '--block-size=1000000', 'node_modules'])
    expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(120)
  })

  it('loads no engine before it is asked for one', async () => {
    const program = `
      import { registerHooks } from 'node:module'
      const loaded = []
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
      await import('anneal')
      console.log(loaded.filter((url) => /engine-|sqlite|node:http|pino/.test(url)), loaded.length < 100)`
    await writeFile(join(directory, 'project', 'loads.js'), program)
    expect((await inProject(process.execPath, ['loads.js'])).stdout).toBe('[] true\n')
  })

  it('refuses an older Node in one sentence, from the library and from the command line', async () => {
    const older = 'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.19.0" } })'
    const flags = ['--import', `data:text/javascript,${encodeURIComponent(older)}`]
    const library = inProject(process.execPath, [
      ...flags,
      '-e',
      "import('anneal').catch((e) => console.log(e.message))",
    ])
    expect((await library).stdout).toMatch(/^Anneal needs Node 24 or newer; this is v.* Install it: .*\n$/)
    const command = inProject(process.execPath, [...flags, 'node_modules/anneal/bin/anneal.js', '--version'])
    await expect(command).rejects.toMatchObject({
      code: 4,
      stderr: expect.stringMatching(/^✖ Anneal needs Node 24 or newer/),
    })
  })

  it('says which package a rare language needs, and runs it as soon as it is there', async () => {
    await writeFile(join(directory, 'project', 'b.duckdb'), 'select 42 as a')
    await expect(anneal('run', 'b.duckdb')).rejects.toMatchObject({
      stderr: expect.stringContaining('npm install @duckdb/node-api'),
    })
    const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    const rare = ['@duckdb/node-api', '@electric-sql/pglite'].map((name) => `${name}@${devDependencies[name]}`)
    await inProject('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', ...rare])
    expect((await anneal('run', '--quiet', 'b.duckdb')).stdout).toContain('42')
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
