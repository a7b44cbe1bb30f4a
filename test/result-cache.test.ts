import { expect, test } from 'vitest'
import type { TestEngine } from './support/engine.ts'
import { inOneEngine } from './support/one-engine.ts'

const inEngine = inOneEngine()

async function run({ engine }: TestEngine, code: string, userId = 'ada', options = { cache: true }) {
  const { runId, result } = await engine.run({ code, language: 'python', options }, { userId })
  const [attempt] = (await result).blocks[0]?.attempts ?? []
  await engine.results.settled()
  return { runId, attempt }
}

const program = 'print(sum(number * number for number in range(7)))'

test('a result is served when two identical runs had it, to their user alone, until one of them is deleted', () =>
  inEngine(async (tools) => {
    const first = await run(tools, program)
    const second = await run(tools, program)
    expect([first.attempt?.cached, second.attempt?.cached]).toEqual([undefined, undefined])
    const third = await run(tools, program)
    expect(third.attempt).toMatchObject({
      ...{ stdout: '91\n', exitCode: 0, cached: true, provedBy: [first.runId, second.runId] },
    })
    expect(third.attempt?.sandbox).toBeUndefined()
    expect((await tools.engine.metrics.expose()).text).toContain('anneal_cached_results_total{result="hit"} 1')
    expect((await run(tools, program, 'ben')).attempt?.cached).toBeUndefined()
    expect((await run(tools, program, 'ada', { cache: false })).attempt?.cached).toBeUndefined()
    expect((await run(tools, `${program}\n`)).attempt?.cached).toBeUndefined()
    await tools.engine.retention.deleteRun(first.runId, 'ada')
    expect((await run(tools, program)).attempt?.cached).toBeUndefined()
  }))

test('a program whose output differs, or that names the clock or chance, is always run', () =>
  inEngine(async (tools) => {
    for (const code of ['print(object())', 'import random\nprint(random.Random(1).random())']) {
      for (let n = 0; n < 3; n++) expect((await run(tools, code)).attempt?.cached).toBeUndefined()
    }
  }))

test('a set prints in the same order in every run that may be served, and not by the luck of a seed', () =>
  inEngine(async (tools) => {
    // This flag is the randomization of hashes, whose name would keep the program from being served.
    const code = 'import sys\nprint(sys.flags[11], {"ada", "ben", "eve"})'
    const { stdout } = (await run(tools, code)).attempt ?? {}
    expect(stdout).toMatch(/^0 \{/)
    await run(tools, code)
    expect((await run(tools, code)).attempt).toMatchObject({ stdout, cached: true })
  }))

test('a program that reads the host is always run, whatever words it has', () =>
  inEngine(async (tools) => {
    for (let n = 0; n < 3; n++) {
      const { attempt } = await run(tools, 'import os\nprint(os.path.exists("/usr"))')
      expect([attempt?.stdout, attempt?.cached]).toEqual(['True\n', undefined])
    }
  }))
