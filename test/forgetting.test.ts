import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type TestEngine, withEngine } from './support/engine.ts'

/** Two programs of different shapes with one fault, so that a pattern, a repair and an active lesson come of them. */
async function teach({ engine }: TestEngine, userId: string, word: string) {
  for (const rest of ['', 'rows = [1, 2]\nprint(rows)\n']) {
    const wrong = `${word.slice(0, -2)}${word.at(-1)}${word.at(-2)}`
    const code = `${rest}${word} = 41\nprint(${wrong} + 1, "a ${word}")\n`
    const { result } = await engine.run({ code, language: 'python' }, { userId })
    expect((await result).outcome).toBe('ok')
  }
  await engine.memory.settled()
  await engine.learning.feedback.settle()
}

async function known({ engine }: TestEngine, userId: string) {
  const { patterns, repairs } = await engine.memory.analyse(userId)
  const { lessons } = await engine.learning.playbook.list(userId)
  return { patterns, repairs: repairs.length, lessons: lessons.map(({ state }) => state) }
}

// A brief engine sweeps only when it is told to.
test('runs that are deleted together or swept leave no pattern, repair or lesson, and no byte in the store', () =>
  withEngine({ env: { ANNEAL_RETENTION_RUNS: '1' }, overrides: { isBrief: true } }, async (tools) => {
    const { engine, home } = tools
    await teach(tools, 'ada', 'quixotryzebra')
    expect(await known(tools, 'ada')).toEqual({ patterns: 2, repairs: 1, lessons: ['active'] })
    await engine.retention.pruneRuns({ userId: 'ada' })
    expect(await known(tools, 'ada')).toEqual({ patterns: 0, repairs: 0, lessons: [] })
    await teach(tools, 'ben', 'gryphonmarmalade')
    // A run without a fault is the one that stays.
    await (await engine.run({ code: 'print("plain")', language: 'python' }, { userId: 'ben' })).result
    await engine.retention.sweep()
    expect(await known(tools, 'ben')).toMatchObject({ repairs: 0, lessons: [] })
    await engine.close()
    const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
    const holding = files.filter((each) => {
      const bytes = readFileSync(join(each.parentPath, each.name))
      return bytes.includes('quixotryzebra') || bytes.includes('gryphonmarmalade')
    })
    expect(holding.map(({ name }) => name)).toEqual([])
  }))
