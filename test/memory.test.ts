import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { withEngine } from './support/engine.ts'

const program = (word: string) => `def ${word}(values):\n    return sorted(values)\n\nprint(${word}([2, 1]))\n`

it('a run is remembered, its copies join it, the next run names it, and its user alone finds it', () =>
  withEngine({}, async ({ engine }) => {
    const { memory } = engine
    const run = async (code: string, userId: string) =>
      (await engine.run({ code, language: 'python', task: 'order numbers' }, { userId })).result
    await run(program('ascending'), 'ada')
    await memory.settled()
    const again = await run(program('ascending').replaceAll('values', 'items'), 'ada')
    await memory.settled()
    const [found, ...others] = await memory.findSimilarPatterns({ query: 'ascending' }, 'ada')
    expect(found).toMatchObject({ source: 'run', worked: 2, task: 'order numbers', score: 1 })
    expect(others).toEqual([])
    expect(again.blocks[0]?.similar).toMatchObject([{ id: found?.id, worked: 1 }])
    expect((await run(program('ascending'), 'bob')).blocks[0]?.similar).toBeUndefined()
    expect(await memory.getPatternSuggestions({ code: program('other'), language: 'python' }, 'ada')).toMatchObject([
      { pattern: { id: found?.id }, reasons: ['It ended well in 2 runs here.'] },
    ])
  }))

it('a forgotten program leaves nothing in the store, and nobody finds it', () =>
  withEngine({}, async ({ engine, home, call, keys }) => {
    const word = 'quixotryzebra'
    const { pattern } = await engine.memory.storePattern({ code: program(word), language: 'python' }, 'ada')
    expect(await engine.memory.findSimilarPatterns({ query: word }, 'ada')).toHaveLength(1)
    const gone = await call(`/v1/memory/patterns/${pattern.id}`, { method: 'DELETE', key: keys.ada })
    expect(gone.status).toBe(204)
    expect(await engine.memory.findSimilarPatterns({ query: word }, 'ada')).toEqual([])
    await engine.close()
    const files = readdirSync(home, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
    const holding = files.filter((each) => readFileSync(join(each.parentPath, each.name)).includes(word))
    expect(holding.map(({ name }) => name)).toEqual([])
  }))

it('two users never meet, whatever they store and ask', () =>
  withEngine({}, async ({ engine: { memory } }) => {
    const word = fc.constantFrom('sort', 'sum', 'read', 'parse', 'merge')
    const step = fc.record({ user: fc.constantFrom('ada', 'bob'), word, asks: fc.boolean() })
    const owners = new Map<string, string>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        for (const { user, word: name, asks } of steps) {
          const code = `# ${user}\n${program(name)}`
          if (!asks) owners.set((await memory.storePattern({ code, language: 'python' }, user)).pattern.id, user)
          const found = await memory.findSimilarPatterns(asks ? { query: name } : { code }, user)
          for (const { id, code: known } of found) {
            expect(owners.get(id)).toBe(user)
            expect(known).toContain(`# ${user}\n`)
          }
        }
      }),
      { numRuns: 12 },
    )
  }))
