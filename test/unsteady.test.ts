import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = new URL('..', import.meta.url).pathname

const SAMPLES = `
import { expect, it } from 'vitest'
import { Inconclusive } from '${root}src/contract/inconclusive.ts'
import { steadily } from '${root}src/sandbox/checks/steadily.ts'
const tries = { test: 0, check: 0, broken: 0 }
it('is quiet', () => {})
it('is disturbed once', () => {
  if (++tries.test === 1) throw new Inconclusive('a timer was late')
})
it('has a check that is disturbed once', () =>
  steadily({ id: 'a-check', run: async () => {
    if (++tries.check === 1) throw new Inconclusive('a shell was slow')
  } }).run())
it('fails', () => {
  throw new Error('broken at try ' + ++tries.broken)
})`

/** The real settings of the tests, for one file of samples. */
const settings = (directory: string) => `
import config from '${root}vitest.config.ts'
const { projects, coverage, ...test } = config.test
export default { root: '${root}', test: { ...test, include: ['${directory}/samples.mjs'], exclude: [] } }`

describe('the list of unsteady tests', () => {
  let [printed, complaints, directory] = ['', '', '']
  let exitCode: number | null = null
  beforeAll(async () => {
    const cache = join(root, 'node_modules/.cache')
    await mkdir(cache, { recursive: true })
    directory = await mkdtemp(join(cache, 'unsteady-'))
    await writeFile(join(directory, 'samples.mjs'), SAMPLES)
    await writeFile(join(directory, 'vitest.config.ts'), settings(directory))
    const child = spawn(
      process.execPath,
      [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--config', join(directory, 'vitest.config.ts')],
      { cwd: root, env: { PATH: process.env.PATH, NO_COLOR: '1' }, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    ;[printed, complaints] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    exitCode = child.exitCode
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  it('stands at the very end, with the reason of every inconclusive try', () => {
    expect(printed).toMatch(/ unsteady: 2\n/)
    const list = printed.slice(printed.indexOf(' unsteady: 2')).split('\n')
    expect(list.slice(1).map((line) => line.replace(/^ {2}\S+ > /, ''))).toEqual([
      'is disturbed once',
      '    inconclusive: a timer was late',
      'has a check that is disturbed once',
      '    a-check: a shell was slow',
      '',
    ])
  })

  it('hides no failure: a failure is tried once, and fails the run', () => {
    expect(complaints).toContain('broken at try 1')
    expect(complaints).not.toContain('broken at try 2')
    expect(printed).toMatch(/1 failed \| 3 passed/)
    expect(exitCode).toBe(1)
  })
})
