import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callCommand as call } from './call-command.fixture.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anneal-test-'))
  await writeFile(join(folder, 'sums.py'), 'print(totl)\n')
  await writeFile(join(folder, 'error.txt'), "NameError: name 'totl' is not defined\n")
})
afterAll(() => rm(folder, { recursive: true }))

const repaired = {
  runId: 'run01k9vq3ce4r8u2m5t7a1b',
  repaired: true,
  code: 'print(total)\n',
  diff: '--- a/main.py\n+++ b/main.py\n@@ -1,1 +1,1 @@\n-print(totl)\n+print(total)\n',
  explanation: 'Line 1: `totl` is not defined. I wrote "total" for "totl".',
  strategies: ['python/misspelt-name'],
  tried: [],
}

describe('debug', () => {
  it('prints the repaired program to stdout, and the changes to stderr', async () => {
    const { exitCode, stdout, stderr, asked } = await call(
      `debug ${folder}/sums.py --error ${folder}/error.txt`,
      repaired,
    )
    expect([exitCode, stdout]).toEqual([0, 'print(total)\n'])
    expect(stderr).toBe(`✔ repaired\n  ${repaired.explanation}\n  @@ -1,1 +1,1 @@\n  -print(totl)\n  +print(total)\n`)
    const body = { code: 'print(totl)\n', error: "NameError: name 'totl' is not defined\n", fileName: 'sums.py' }
    expect(asked).toEqual([{ method: 'POST', path: '/v1/debug', body }])
  })

  it('prints nothing to stdout and fails when there is no repair', async () => {
    const { diff: _, ...rest } = repaired
    const none = { ...rest, repaired: false, explanation: 'No known repair fits this failure.' }
    const { exitCode, stdout, stderr } = await call(`debug ${folder}/sums.py --error -`, none, 'Traceback')
    expect([exitCode, stdout, stderr]).toEqual([1, '', '✖ not repaired\n  No known repair fits this failure.\n'])
  })

  it('does not read two things from standard input', async () => {
    const { exitCode, stderr, asked } = await call('debug - --error -', repaired, 'x')
    expect([exitCode, asked]).toEqual([2, []])
    expect(stderr).toContain('cannot both come from standard input')
  })
})

describe('the command strategies', () => {
  const learned = [
    { language: 'python', fingerprint: '*', won: 3.2, lost: 1 },
    { language: 'python', fingerprint: 'f', won: 3.2, lost: 1 },
  ]
  const spell = { id: 'python/misspelt-name', title: 'Spells a name', languages: ['python'], answers: ['NameError'] }
  const quote = { id: 'bash/close-quote', title: 'Closes a quote', languages: ['bash'], answers: ['*'] }
  const list = {
    strategies: [
      { ...spell, prior: 0.92, learned },
      { ...quote, prior: 0.5, learned: [] },
    ],
  }

  it('shows how often each was right, once, and those of one language when asked', async () => {
    const { stdout } = await call('strategies --language python', list)
    expect(stdout).toBe(
      'STRATEGY              RIGHT  WRONG  AT FIRST  WHAT IT DOES\npython/misspelt-name      3      1      92 %  Spells a name\n',
    )
  })

  it('says so when there are none for a language', async () => {
    const { stdout, stderr } = await call('strategies --language cobol', list)
    expect([stdout, stderr]).toEqual(['', 'No strategies for cobol.\n'])
  })

  it('exports everything learnt, and forgets it', async () => {
    expect(JSON.parse((await call('strategies --json', list)).stdout)).toEqual(list)
    const { asked } = await call('strategies --reset', list)
    expect(asked).toEqual([{ method: 'DELETE', path: '/v1/strategies/learned', body: undefined }])
  })
})
