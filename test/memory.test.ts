import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Step, startScriptedServer } from '../src/model/scripted-server.fixture.ts'
import { type TestEngine, withEngine } from './support/engine.ts'
import { withHome } from './support/temporary-home.ts'

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

it('programs like a code come in the order of the index, and none below the threshold', () =>
  withEngine({}, async ({ engine: { memory } }) => {
    const store = async (code: string) => (await memory.storePattern({ code, language: 'python' }, 'ada')).pattern.id
    const shaped = await store(
      'def longest(values):\n    values = sorted(values)\n    last = len(values) - 1\n    return values[last]\n',
    )
    const meant = await store(
      'import statistics\n\ndef median(numbers):\n    """The median: the middle of the sorted values."""\n    return statistics.median(numbers)\n',
    )
    for (const code of ['print(sum([1, 2]))', 'for value in range(3):\n    print(value)', 'x = len("abc")'])
      await store(code)
    const code =
      'def median(values):\n    values = sorted(values)\n    middle = len(values) // 2\n    return values[middle]\n'
    const found = await memory.findSimilarPatterns({ code, language: 'python', limit: 2 }, 'ada')
    expect(found.map(({ id }) => id)).toEqual([meant, shaped])
    const [, { score: most = 0 } = {}] = found
    const above = await memory.findSimilarPatterns({ code, language: 'python', threshold: most }, 'ada')
    expect(above.map(({ id, score }) => ({ id, score }))).toEqual([{ id: shaped, score: most }])
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

it('a function that worked repairs a program whose tests fail, for its own user, and only where tests speak for it', () =>
  withEngine({}, async ({ engine }) => {
    const tests = [{ code: 'assert kelvin(0) == 273.15\nassert kelvin(10) == 283.15\nassert kelvin(-273.15) == 0\n' }]
    const run = async (formula: string, userId: string, given = tests, call = '') => {
      const code = `def kelvin(celsius):\n    zero = ${formula}\n    return round(zero, 2)\n${call}`
      return (await engine.run({ code, language: 'python', tests: given }, { userId })).result
    }
    await run('celsius + 273.15', 'ada')
    await engine.memory.settled()
    const repaired = await run('(celsius * 9 + 4) / abs(celsius)', 'ada')
    expect(repaired).toMatchObject({
      outcome: 'ok',
      blocks: [{ attempts: [{}, { strategy: 'memory/known-program' }] }],
    })
    expect(repaired.finalCode).toContain('zero = celsius + 273.15')
    expect((await run('(celsius * 9 + 4) / abs(celsius)', 'bob')).outcome).toBe('failed')
    for (const worked of [
      'eval("celsius + 273.15")',
      '__import__("os")._exit(0) if celsius == 11 else celsius + 273.15',
    ]) {
      const user = `eve ${worked.length}`
      await run(worked, user)
      await engine.memory.settled()
      expect(await run('(celsius * 9 + 4) / abs(celsius)', user)).toMatchObject({ outcome: 'failed' })
    }
    const untested = await run('int("x")', 'ada', [], 'kelvin(0)\n')
    expect(untested.outcome).toBe('failed')
    expect(untested.blocks[0]?.attempts.flatMap(({ strategy = '' }) => strategy)).not.toContain('memory/known-program')
  }))

it('of functions that pass the same tests and do different things the one of most runs is taken, and a doubt is only suggested', () =>
  withEngine({}, async ({ engine }) => {
    const tests = [{ code: 'assert twice(2) == 4\nassert twice(0) == 0\n' }]
    const run = async (body: string) => {
      const code = `def twice(number):\n    ${body}\n`
      const { result } = await engine.run({ code, language: 'python', tests }, { userId: 'ada' })
      const ended = await result
      await engine.memory.settled()
      return ended
    }
    const failing = 'return {}[number]'
    for (const body of ['return number ** 2', 'return number + number', 'return number * 2']) await run(body)
    const [doubted] = (await run(failing)).blocks
    expect(doubted?.suggestion).toMatchObject({ strategy: 'memory/known-program', confidence: 0.75 })
    expect(doubted?.suggestion?.code).toMatch(/number \+ number|number \* 2/)
    for (const body of ['total = number\n    return total + number', 'return number + number']) await run(body)
    const repaired = await run(failing)
    expect(repaired).toMatchObject({ outcome: 'ok', finalCode: expect.stringContaining('return number + number') })
    const [known] = await engine.memory.findSimilarPatterns({ code: 'return number + number', limit: 9 }, 'ada')
    // A repair from memory is no further proof of what memory knows.
    expect(known).toMatchObject({ worked: 2, code: expect.stringContaining('return number + number') })
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

it('programs that runs of an agent taught are found by its user, and by another while it is shared: else it does not exist for them', () =>
  withEngine({}, async ({ engine, call, keys }) => {
    const { memory, learning } = engine
    const run = async (code: string, about: { agent?: string; task?: string }) => {
      await (await engine.run({ code, language: 'python', ...about }, { userId: 'ada' })).result
      await memory.settled()
    }
    for (const name of ['scout', 'clerk']) await learning.agents.create({ name }, 'ada')
    await run(`# private\n${program('ascending')}`, { task: 'private' })
    await run(program('ascending'), { agent: 'scout' })
    await run(program('merging'), { agent: 'scout' })
    await run(program('merging'), { task: 'private' })
    await run(program('private'), { agent: 'clerk' })
    const ask = async (key: string, about: object) => {
      const answer = await call('/v1/memory/search', { key, body: { query: 'sorted values', ...about } })
      return { status: answer.status, text: (await answer.text()).replace(/req\w{20,}/, '') }
    }
    const found = async (key: string, about: object) => JSON.parse((await ask(key, about)).text).patterns
    const share = (op: string) => call('/v1/agents/scout/share', { body: { op, user: 'ben' } })
    const scout = { agent: 'scout', user: 'ada' }
    const merging = { code: program('merging'), agent: 'scout', worked: 2 }
    expect(await found(keys.ada, { agent: 'scout' })).toMatchObject([
      { ...merging, runs: [{}, {}].map(() => expect.any(String)) },
    ])
    const nobody = await ask(keys.ben, { agent: 'scout', user: 'nobody' })
    expect(nobody).toMatchObject({ status: 404, text: expect.stringContaining('AGENT_NOT_FOUND') })
    expect(await ask(keys.ben, scout)).toEqual(nobody)
    expect((await share('share')).status).toBe(200)
    const [theirs, ...others] = await found(keys.ben, scout)
    expect([theirs, others]).toEqual([{ ...theirs, ...merging, runs: [] }, []])
    expect((await ask(keys.ben, scout)).text).not.toContain('private')
    expect(await found(keys.ben, {})).toEqual([])
    for (const key of [keys.ben, keys.admin])
      expect(await ask(key, { agent: 'clerk', user: 'ada' })).toMatchObject({ status: 404 })
    expect(await ask(keys.admin, scout)).toEqual(nobody)
    expect(await (await share('unshare')).json()).toMatchObject({ sharedWith: [] })
    expect(await ask(keys.ben, scout)).toEqual(nobody)
    await share('share')
    await engine.retention.eraseUser('ben')
    expect(await learning.agents.get('scout', 'ada')).toMatchObject({ sharedWith: [] })
    await learning.agents.remove('scout', 'ada')
    await learning.agents.create({ name: 'scout' }, 'ada')
    expect(await found(keys.ada, { agent: 'scout' })).toEqual([])
    expect(await found(keys.ada, {})).toHaveLength(3)
  }))

it('a model of embeddings orders a search beside the index where one is configured, is sent nothing else, and is never needed', () =>
  withHome(async (home) => {
    let best = ''
    const embeds = (text: string) => (text.includes(best) || text === 'sorted values' ? [0.5, 0] : [0, 0.5])
    const script: [Step] = [{ embeds }]
    await using server = await startScriptedServer(script)
    const configured = (model: string, more = {}) => ({
      home,
      env: {
        ANNEAL_MEMORY_EMBEDDINGS: `openai-compatible/${model}`,
        ANNEAL_MEMORY_EMBEDDINGS_URL: server.url,
        ANNEAL_MEMORY_EMBEDDINGS_KEY: 'key-of-embeddings',
        ...more,
      },
    })
    const order = async ({ engine: { memory } }: TestEngine, more = {}) =>
      (await memory.findSimilarPatterns({ query: 'sorted values', ...more }, 'ada')).map(({ id }) => id)
    const sent = () => server.received.map(({ body }) => (body.input as string[]).length)
    const plain = await withEngine({ home }, async (tools) => {
      const { memory } = tools.engine
      for (const word of ['ascending', 'merging', 'largest'])
        await memory.storePattern({ code: program(word), language: 'python' }, 'ada')
      await memory.storePattern({ code: program('alone'), language: 'python' }, 'ben')
      await memory.vectorsMade()
      const found = await order(tools)
      best = (await memory.get(found.at(-1) ?? '', 'ada')).code.split('(')[0] ?? ''
      return found
    })
    const last = plain.at(-1)
    expect([plain.length, sent()]).toEqual([3, []])
    await withEngine(configured('small'), async (tools) => {
      const { memory } = tools.engine
      await memory.vectorsMade()
      expect(sent().toSorted()).toEqual([1, 3])
      expect((await order(tools))[0]).toBe(last)
      expect(sent()).toHaveLength(3)
      expect((await order(tools, { language: 'rust' })).length).toBe(0)
      const asked = sent().length
      const name = best.slice('def '.length)
      expect((await memory.findSimilarPatterns({ query: name }, 'ada'))[0]?.id).toBe(last)
      expect((await memory.recall({ query: 'sorted values' }, 'ada')).map(({ id }) => id)).toEqual(plain)
      expect(sent()).toHaveLength(asked)
      script[0] = { hangs: true }
      expect(await order(tools)).toEqual(plain)
      script[0] = { status: 500 }
      await memory.storePattern({ code: program('unspeakable'), language: 'python' }, 'ada')
      await memory.vectorsMade()
      expect(JSON.stringify(tools.logs)).toContain('openai-compatible/small')
      expect(JSON.stringify([tools.logs, tools.engine.settings()])).not.toMatch(/unspeakable|key-of-embeddings/)
    })
    script[0] = { embeds }
    server.received.length = 0
    await withEngine(configured('other', { ANNEAL_APPROVAL_DAY_TOKENS: '150' }), async (tools) => {
      const { memory, approvals } = tools.engine
      await memory.vectorsMade()
      expect(server.received.map(({ body }) => body.model)).toEqual(['other', 'other'])
      const beyond = { query: undefined, code: program('ascending').repeat(20) }
      expect(await order(tools, beyond)).toHaveLength(4)
      expect([sent().length, await approvals.list({ userId: 'ada', limit: 9 })]).toEqual([2, []])
    })
    expect(server.received.every(({ headers }) => headers.authorization === 'Bearer key-of-embeddings')).toBe(true)
  }))
