import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bytesOf } from '../src/memory/search/nearest.ts'
import { startScriptedServer } from '../src/model/scripted-server.fixture.ts'
import { type TestEngine, withEngine } from './support/engine.ts'
import { withHome } from './support/temporary-home.ts'

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

test('the vector of a program goes with it: by its id, with its run, and with its user', () =>
  withHome(async (home) => {
    // Each word has a direction of its own, which nothing else in a store looks like.
    const words = ['alpaca', 'bobcat', 'cougar', 'dugong']
    const direction = (text: string) => {
      const own = words.findIndex((word) => text.includes(word))
      return Array.from({ length: 64 }, (_, place) => Math.sin((own + 2) * (place + 1)))
    }
    await using server = await startScriptedServer([{ embeds: direction }])
    const env = {
      ANNEAL_MEMORY_EMBEDDINGS: 'openai-compatible/small',
      ANNEAL_MEMORY_EMBEDDINGS_URL: server.url,
      ANNEAL_MEMORY_EMBEDDINGS_KEY: 'key',
    }
    const kept = () => {
      const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
      const all = Buffer.concat(files.map((each) => readFileSync(join(each.parentPath, each.name))))
      return words.filter((word) => all.includes(Buffer.from(bytesOf(direction(word))).toString('base64')))
    }
    const runOf: string[] = []
    await withEngine({ home, env }, async ({ engine }) => {
      for (const [at, word] of words.entries()) {
        const code = `def ${word}(values):\n    return sorted(values)\n\nprint(${word}([2, 1]))\n`
        const { runId, result } = await engine.run({ code, language: 'python' }, { userId: at < 3 ? 'ada' : 'ben' })
        await result
        runOf.push(runId)
      }
      await engine.memory.settled()
      await engine.memory.vectorsMade()
    })
    expect(kept()).toEqual(words)
    await withEngine({ home, env }, async ({ engine }) => {
      const [found] = await engine.memory.findSimilarPatterns({ query: 'alpaca' }, 'ada')
      await engine.memory.forget(found?.id ?? '', 'ada')
      await engine.retention.deleteRun(runOf[1] ?? '', 'ada')
      await engine.retention.eraseUser('ben')
    })
    expect(kept()).toEqual(['cougar'])
  }))
