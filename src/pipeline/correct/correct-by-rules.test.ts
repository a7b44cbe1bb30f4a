import { describe, expect, it } from 'vitest'
import { python } from '../../language/python/python.ts'
import { diagnosisOf } from '../diagnosis.fixture.ts'
import type { Executed } from '../execution.ts'
import type { Understood } from '../failure.ts'
import { ENDLESS } from '../reading/reading-budget.ts'
import { correctByRules, type RuleParts } from './correct-by-rules.ts'
import { searchCandidates } from './search-candidates.ts'
import type { CheckSyntax } from './search-syntax.ts'
import type { Strategy } from './strategy.ts'

const never = new AbortController().signal
const executed = (exitCode: number, over: Partial<Executed['end']> = {}): Executed => ({
  end: { endedBy: 'exit', exitCode, signal: null, durationMs: 10, waitMs: 0, invalidUtf8: false, ...over },
  stdout: '',
  stderr: '',
  isWhole: true,
})

/** Replaces `x` by each of the words, the first the likeliest. */
const strategyOf = (...words: string[]): Strategy => ({
  id: 'test/replace',
  languages: ['python'],
  title: '',
  answers: ['NameError'],
  prior: 0.5,
  propose: ({ code }) =>
    words.flatMap((text, index) => {
      const start = code.indexOf('x')
      const edits = [{ start, end: start + 1, text }]
      return start === -1 ? [] : [{ edits, why: `wrote ${text}`, sureness: 1 - index / 10 }]
    }),
})

/** A test world in which only programs without `bad` and `x` end well. */
function world(strategies: Strategy[], failure: Partial<Understood> = {}) {
  const ran: string[] = []
  const learnt: string[] = []
  const trials: Executed[] = []
  const waited: number[] = []
  const parts: RuleParts = {
    async search(wanted) {
      const check: CheckSyntax = async (_, sources) => sources.map(() => [])
      const search = { ...wanted, likelihoods: {}, preferred: [] }
      const found = await searchCandidates(search, { strategies, check, budget: ENDLESS })
      expect(found.troubles).toEqual([])
      return found
    },
    probe: async () => ({}),
    learn: ({ steps }, outcome) => void learnt.push(`${steps.map(({ why }) => why).join(', ')}: ${outcome}`),
    lanes: 2,
    inspect: async (_, code) => (code.includes('danger') ? 'it brings a danger' : undefined),
    tryOut: async ({ code }) => {
      ran.push(code)
      const left = { ...executed(/bad|x/.test(code) ? 1 : 0), archive: [Buffer.from(code)] }
      trials.push(left)
      return left
    },
    diagnose: ({ code }) => diagnosisOf(code.includes('x') ? 'x again' : 'bad'),
    failedTest: async ({ code, limits }) => {
      if (!code.includes('endless')) return undefined
      waited.push(limits.timeoutMs)
      return { text: 'test 1: it was ended by timeout', isLate: true }
    },
  }
  const understood = {
    code: 'f(x)\n',
    language: python,
    limits: { timeoutMs: 30_000 },
    request: {},
    executed: executed(1),
    tests: [],
    diagnosis: diagnosisOf('bad'),
    facts: {},
    earlier: [],
    isLastChance: false,
    ...failure,
  } as unknown as Understood
  const answer = async () => {
    const { tried, ...found } = await correctByRules(understood, parts, never)
    return { ...found, tried: tried.map(({ told }) => told) }
  }
  return { answer, ran, learnt, trials, waited }
}

it('only the chosen one of all trials keeps its workspace', async () => {
  const { answer, trials } = world([strategyOf('bad1', 'good', 'fine', 'well')])
  const { winner } = await answer()
  expect(winner?.executed?.archive).toEqual([Buffer.from('f(good)\n')])
  expect(trials.length).toBeGreaterThan(2)
  expect(trials.filter(({ archive }) => archive !== undefined)).toEqual([winner?.executed])
})

describe('a test that does not end with a change', () => {
  it('is ended long before the limit of the request, and the next change is tried', async () => {
    const { answer, waited } = world([strategyOf('endless', 'good')])
    const { winner, tried } = await answer()
    expect(winner?.code).toBe('f(good)\n')
    expect(waited).toEqual([2000])
    expect(tried.find(({ why }) => why === 'wrote endless')?.detail).toBe('still at work in a test after 2000 ms')
  })

  it('gets several times as long as the test took before it failed', async () => {
    const failedTest = { name: 'test 1', passed: false, durationMs: 4000 }
    const { answer, waited } = world([strategyOf('endless', 'good')], { failedTest })
    await answer()
    expect(waited).toEqual([20_000])
  })

  it('is left to the next attempt, with the whole limit, when nothing else passes', async () => {
    const { winner, furthest } = await world([strategyOf('endless')]).answer()
    expect(winner).toBeUndefined()
    expect(furthest).toMatchObject({ code: 'f(endless)\n', isKnownToFail: false })
    expect(furthest?.executed).toBeUndefined()
  })
})

describe('a change that makes something up', () => {
  const guess = strategyOf('good', 'fine')
  const bold: Strategy = {
    ...guess,
    propose: (fault) => guess.propose(fault).map((each) => ({ ...each, assumption: `${each.why} is meant` })),
  }

  it('is not even run unless the caller asked for bold repair, and is reported as refused', async () => {
    const { answer, ran, learnt } = world([bold], { repair: 'safe' })
    const { winner, furthest, tried } = await answer()
    expect([winner, furthest, ran, learnt]).toEqual([undefined, undefined, [], []])
    expect(tried[0]).toMatchObject({ outcome: 'refused', assumption: 'wrote good is meant' })
  })

  it('is chosen by bold repair, with its assumption', async () => {
    const { winner, tried } = await world([bold], { repair: 'bold' }).answer()
    expect(winner?.code).toBe('f(good)\n')
    expect(tried[0]).toMatchObject({ outcome: 'chosen', assumption: 'wrote good is meant' })
  })

  it('taints a repair of several steps, whichever of them it is', async () => {
    const second: Strategy = { ...strategyOf(), propose: ({ code }) => replaced(code, 'bad1', 'y', 'y is meant') }
    const strategies = [strategyOf('bad1'), second]
    expect((await world(strategies, { repair: 'safe', diagnosis: diagnosisOf('x') }).answer()).winner).toBeUndefined()
    const { winner } = await world(strategies, { repair: 'bold', diagnosis: diagnosisOf('x') }).answer()
    expect(winner?.steps.map(({ assumption }) => assumption)).toEqual([undefined, 'y is meant'])
  })
})

const replaced = (code: string, word: string, text: string, assumption: string) => {
  const start = code.indexOf(word)
  const edits = [{ start, end: start + word.length, text }]
  return start === -1 ? [] : [{ edits, why: `wrote ${text}`, sureness: 1, assumption }]
}

describe('a correction by rules', () => {
  it('is the likeliest change that ends clean, and lists the other tried ones', async () => {
    const { answer, ran, learnt } = world([strategyOf('bad1', 'good', 'fine')])
    const { winner, tried } = await answer()
    expect(winner?.code).toBe('f(good)\n')
    expect(ran[0]).toBe('f(bad1)\n')
    expect(tried.map(({ why, outcome }) => [why, outcome]).slice(0, 2)).toEqual([
      ['wrote bad1', 'failed'],
      ['wrote good', 'chosen'],
    ])
    expect(learnt).toEqual(['wrote bad1: lost', 'wrote good: won'])
  })

  it('tells one candidate as chosen, though others read alike', async () => {
    const alike = (strategy: Strategy): Strategy => ({
      ...strategy,
      propose: (fault) => strategy.propose(fault).map((each) => ({ ...each, why: 'wrote another name' })),
    })
    const { answer } = world([alike(strategyOf('bad1', 'good', 'fine'))])
    const { winner, tried } = await answer()
    expect(winner?.code).toBe('f(good)\n')
    expect(tried.map(({ outcome }) => outcome)).toEqual(['failed', 'chosen', 'untried'])
  })

  it('runs nothing more when the likeliest is right', async () => {
    const { answer, ran } = world([strategyOf('good', 'fine', 'well')])
    expect((await answer()).winner?.code).toBe('f(good)\n')
    expect(ran).toEqual(['f(good)\n'])
  })

  it('repairs the faults behind the first one, within the same attempt', async () => {
    const { answer } = world([strategyOf('g')], { code: 'f(x, x)\n' })
    const { winner } = await answer()
    expect(winner?.code).toBe('f(g, g)\n')
    expect(winner?.steps).toHaveLength(2)
  })

  it('is none when nothing ends clean, and a change that weakens the program is not even run', async () => {
    const { answer, ran } = world([strategyOf('bad1', 'eval')])
    const { winner, tried } = await answer()
    expect(winner).toBeUndefined()
    expect(ran).not.toContain('f(eval)\n')
    expect(tried.find(({ why }) => why === 'wrote eval')).toMatchObject({ outcome: 'refused' })
  })

  it('is not run when the guard finds a danger in it that was not there', async () => {
    const { answer, ran } = world([strategyOf('danger', 'good')])
    const { winner, tried } = await answer()
    expect(winner?.code).toBe('f(good)\n')
    expect(ran).not.toContain('f(danger)\n')
    const refused = { outcome: 'refused', detail: 'it brings a danger' }
    expect(tried.find(({ why }) => why === 'wrote danger')).toMatchObject(refused)
  })

  it('is not tried where the program may use the network', async () => {
    const request = { options: { network: { allow: ['example.org'] } } }
    const { answer, ran } = world([strategyOf('good', 'fine')], { request })
    expect((await answer()).winner?.code).toBe('f(good)\n')
    expect(ran).toEqual([])
  })

  it('is sought with two trials at most where the program takes long to fail', async () => {
    const { answer, ran } = world([strategyOf('bad1', 'bad2', 'bad3', 'good')], {
      executed: executed(1, { durationMs: 9000 }),
    })
    expect((await answer()).winner).toBeUndefined()
    expect(ran).toHaveLength(2)
  })

  it('never is a program that failed before', async () => {
    const earlier = [{ code: 'f(good)\n', diagnosis: undefined, correction: undefined }]
    const { answer } = world([strategyOf('good', 'fine')], { earlier })
    expect((await answer()).winner?.code).toBe('f(fine)\n')
  })
})
