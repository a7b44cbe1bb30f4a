import { expect, test } from 'vitest'
import { createFakeHost } from '../src/cli/fake-host.fixture.ts'
import { main } from '../src/cli/main.ts'
import type { TestEngine } from './support/engine.ts'
import { inOneEngine } from './support/one-engine.ts'

const inEngine = inOneEngine()

/** Calls a command of ada's terminal on the real server. */
async function anneal({ app, keys }: TestEngine, line: string, stdin = '') {
  const fetch = async (input: string | URL | Request, init?: RequestInit) => app.fetch(new Request(input, init))
  const env = { ANNEAL_SERVER: 'http://localhost', ANNEAL_API_KEY: keys.ada }
  const { host, seen } = createFakeHost({ env, stdin, server: { fetch }, columns: 200 })
  const exitCode = await main(line.split(' '), host)
  return { exitCode, stdout: seen.stdout, stderr: seen.stderr }
}

const MEAN = 'def mean(values):\n    return sum(values) / len(values)\n\nprint(mean([1, 3]))\n'

test('memory is searched, shown, exported, forgotten and imported from a terminal', () =>
  inEngine(async (tools) => {
    const { memory } = tools.engine
    await (await tools.engine.run({ code: MEAN, language: 'python' }, { userId: 'ada' })).result
    await memory.settled()
    const [{ id = '' } = {}] = await memory.list({ userId: 'ada', limit: 1 })
    const found = await anneal(tools, 'memory search mean')
    expect(found.stdout.split('\n').slice(0, 2)).toEqual([
      'ID                        SCORE  WORKED  LANGUAGE  PROGRAM',
      `${id}   1.00      1×  python    def mean(values):`,
    ])
    expect((await anneal(tools, 'memory list --limit 1')).stdout.split('\n').slice(0, 2)).toEqual([
      'ID                        WORKED  LANGUAGE  PROGRAM',
      `${id}      1×  python    def mean(values):`,
    ])
    expect((await anneal(tools, 'memory search --code -', MEAN)).stdout).toContain(`${id}   1.00`)
    expect(await anneal(tools, 'memory search quaternion --language rust')).toMatchObject({
      ...{ exitCode: 0, stdout: '', stderr: 'Nothing like it is remembered.\n' },
    })
    const shown = await anneal(tools, `memory show ${id}`)
    expect(shown.stdout).toBe(MEAN)
    expect(shown.stderr).toMatch(/^python · worked in one run · last run\w+\n$/)
    const exported = await anneal(tools, 'memory export')
    expect(JSON.parse(exported.stdout)).toMatchObject({ id, code: MEAN, language: 'python' })
    expect((await anneal(tools, `memory forget ${id}`)).stderr).toBe('Forgot 1.\n')
    expect((await anneal(tools, 'memory list')).stderr).toBe('Nothing is remembered yet; programs that end well are.\n')
    expect(await anneal(tools, `memory show ${id}`)).toMatchObject({
      stdout: '',
      stderr: expect.stringContaining('There is no'),
    })
    const again = [exported.stdout, exported.stdout].join('')
    expect((await anneal(tools, 'memory import -', again)).stderr).toBe('Remembered 1; 1 were known.\n')
    const [given] = await memory.list({ userId: 'ada', limit: 1 })
    expect((await anneal(tools, `memory show ${given?.id}`)).stderr).toBe('python · given, never run here\n')
    for (const [line, words] of [
      ['memory search', 'There is nothing to search for.'],
      ['memory search mean --code -', 'Words and a program cannot be searched for together.'],
      ['memory search mean --limit x', '--limit'],
      ['memory forget', 'There is nothing to forget.'],
      ['memory import -', 'Line 1 is no remembered program.'],
    ] as const) {
      const { exitCode, stderr } = await anneal(tools, line, '{"code": 1}\n')
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(words)])
    }
  }))

test('a playbook is listed, shown, explained, looked back at and restored from a terminal', () =>
  inEngine(async (tools) => {
    const { playbook } = tools.engine.learning
    const added = await playbook.add(
      {
        ...{ title: 'An empty list', when: 'An item is taken from an empty list.', what: 'Fill the list first.' },
        ...{ language: 'python', broken: '[].pop()\n', fixed: '[1].pop()\n' },
      },
      'ada',
    )
    const { id } = added.lesson
    const listed = await anneal(tools, 'playbook list')
    expect(listed.stdout).toMatch(new RegExp(`${id} +active +0 +0 +An empty list`))
    expect(listed.stderr).toMatch(/^\d+ of 4000 tokens are used by active lessons; delta 2\.\n$/)
    const shown = await anneal(tools, `playbook show ${id}`)
    for (const words of ['Fill the list first.', '[].pop()', '[1].pop()']) expect(shown.stdout).toContain(words)
    expect((await anneal(tools, `playbook explain ${id}`)).stdout).toContain('we ran its programs again ourselves')
    const history = await anneal(tools, 'playbook history --json')
    expect(JSON.parse(history.stdout).deltas.map(({ change }: { change: { op: string } }) => change.op)).toEqual([
      'add',
      'promote',
    ])
    await playbook.order(id, { op: 'retire' }, 'ada')
    expect((await anneal(tools, 'playbook list --state active')).stdout).not.toContain(id)
    expect((await anneal(tools, 'playbook list --at 2')).stdout).toContain(`${id}  active`)
    expect(await anneal(tools, 'playbook restore --at 2')).toMatchObject({ exitCode: 0 })
    expect((await playbook.list('ada')).lessons).toMatchObject([{ id, state: 'active' }])
    expect(await anneal(tools, `playbook forget ${id}`)).toMatchObject({ exitCode: 0 })
    expect((await anneal(tools, 'playbook list')).stderr).toContain('There are no lessons.')
    expect(await anneal(tools, 'playbook list --at soon')).toMatchObject({
      ...{ exitCode: 2, stderr: expect.stringContaining('"soon" is no moment.') },
    })
  }))

test('insights and agents are told in a terminal', () =>
  inEngine(async (tools) => {
    expect((await anneal(tools, 'agents add scout --description reader')).stderr).toContain('The agent scout is there')
    const request = { code: 'count = 41\nprint(coutn + 1)\n', language: 'python', agent: 'scout' }
    await (await tools.engine.run(request, { userId: 'ada' })).result
    await tools.engine.learning.feedback.settle()
    expect((await anneal(tools, 'agents list')).stdout).toMatch(/\nscout +1 +100 % +0 +python \S+ \(new\)/)
    expect((await anneal(tools, 'agents show scout')).stdout).toMatch(/\npython +\S+ +1 +100 % +\d+ % +100 % +new/)
    expect((await anneal(tools, 'agents route sum a column --language python')).stdout).toContain('scout')
    const insights = await anneal(tools, 'insights --days 7')
    expect(insights.stdout).toMatch(/^(1 run: 1 program|\d+ runs: \d+ programs) ended well, \d+ of them repaired\.\n/)
    const code = 'def widest(rows):\n    return max(rows, key=len)\n\nprint(widest(["a", "bb"]))\n'
    await (await tools.engine.run({ code, language: 'python', agent: 'scout' }, { userId: 'ada' })).result
    await tools.engine.memory.settled()
    expect((await anneal(tools, 'memory search widest --agent scout')).stdout).toContain('def widest(rows):')
    expect((await anneal(tools, 'memory search widest --agent scout --user ben')).stderr).toContain('There is no agent')
    const [shared, ended] = ['agents share scout ben', 'agents unshare scout ben']
    expect((await anneal(tools, shared)).stderr).toBe('Programs of scout are searched by: ben.\n')
    expect((await anneal(tools, ended)).stderr).toBe('Programs of scout are searched by: nobody but you.\n')
    expect(await anneal(tools, 'agents remove scout')).toMatchObject({ exitCode: 0 })
    expect((await anneal(tools, 'agents show scout')).stderr).toContain('There is no agent')
  }))
