import { describe, expect, it } from 'vitest'
import { EngineError } from '../../contract/errors.ts'
import type { Finding } from '../../contract/finding.ts'
import type { LanguageModel } from '../../model/model.ts'
import { createGuard } from './create-guard.ts'
import { findDangers } from './find-dangers.ts'
import { judgeBy } from './policy.ts'
import { createReview } from './review/create-review.ts'
import { reviewPrompt, SYSTEM } from './review/prompt.ts'
import type { GuardRule, LanguageGuard } from './rule.ts'

const rule = (id: string, word: string, over: Partial<GuardRule<string>> = {}): GuardRule<string> => ({
  ...{ id, family: 'code-execution', severity: 'high', title: `has ${word}`, why: 'why', remedy: 'do', cwe: [1] },
  *find(source) {
    for (const { index } of source.matchAll(new RegExp(word, 'g'))) {
      yield {
        start: index,
        end: index + word.length,
        fix: { title: 'rename', edits: [{ start: index, end: index + word.length, text: 'safe' }] },
      }
    }
  },
  ...over,
})
const words: LanguageGuard<string> = {
  languages: ['python'],
  rules: [
    rule('python/eval', 'eval'),
    rule('python/bomb', 'bomb', { severity: 'critical', family: 'resources' }),
    rule('ruff/S307', 'eval', { severity: 'medium' }),
    rule('ruff/S102', 'exec', { severity: 'medium' }),
  ],
  read: (program) => ({ program, isPartial: program.includes('(:') }),
}
const dangersOf = async (program: { code: string; language: string }) => findDangers(program, [words as LanguageGuard])
const usual = judgeBy({ server: {}, onlyTighter: false })
const ask = (code: string, judge = usual) =>
  createGuard({ dangersOf }).report({ code, language: 'python' }, { judge, review: false })

describe('a guard report', () => {
  it('lists the worst first, with exact ranges, and blocks critical findings', async () => {
    const { findings, safe, score } = await ask('x = 1\ny = eval\nbomb\n')
    expect(findings).toMatchObject([
      { rule: 'python/bomb', action: 'block', line: 3, column: 1, endLine: 3, endColumn: 5 },
      { rule: 'python/eval', action: 'warn', line: 2, column: 5, endColumn: 9, message: 'has eval', from: 'rules' },
    ])
    expect(safe).toBe(false)
    expect(score).toBeLessThan(0.05)
    expect((await ask('x = 1')).score).toBe(1)
  })

  it('reports a danger once when a library names it too, and keeps the library’s own findings', async () => {
    expect((await ask('eval exec')).findings.map(({ rule: id, from }) => [id, from])).toEqual([
      ['python/eval', 'rules'],
    ])
    expect((await ask('exec')).findings.map(({ rule: id, from }) => [id, from])).toEqual([['ruff/S102', 'ruff']])
  })

  it('offers the program with every safe fix, and changes nothing itself', async () => {
    const { sanitized, findings } = await ask('eval(1)\nbomb\n')
    expect(sanitized?.code).toBe('safe(1)\nsafe\n')
    expect(sanitized?.rules).toEqual(['python/bomb', 'python/eval'])
    expect(findings[1]?.fix?.diff).toContain('-eval(1)\n+safe(1)\n')
    expect((await ask('x')).sanitized).toBeUndefined()
  })

  it('says when a program could not be read whole', async () => {
    expect((await ask('def f(:')).partial).toBe(true)
  })
})

describe('a rule that fails', () => {
  const broken = rule('python/broken', 'x', {
    // biome-ignore lint/correctness/useYield: it fails before it finds anything
    *find() {
      throw new Error('stumbled')
    },
  })

  it('keeps no other rule from reporting, and is reported to the operator', () => {
    const bugs: string[] = []
    const list = [{ ...words, rules: [broken, ...words.rules] } as LanguageGuard]
    const found = findDangers({ code: 'bomb', language: 'python' }, list, { onBug: (id) => void bugs.push(id) })
    expect(found).toMatchObject({ isPartial: true, findings: [{ rule: 'python/bomb' }] })
    expect(bugs).toEqual(['python/broken'])
    expect(() => findDangers({ code: 'bomb', language: 'python' }, list)).toThrow('stumbled')
  })
})

describe('a correction', () => {
  const inspect = (before: string, after: string) =>
    createGuard({ dangersOf }).inspect({ before, after, language: 'python' }, usual)

  it('may keep the dangers a program has, and may not bring one', async () => {
    expect(await inspect('eval', 'x = eval')).toBeUndefined()
    expect(await inspect('exec', 'exec; exec')).toBeUndefined()
    expect(await inspect('eval', 'eval; eval')).toBe('it brings a danger (python/eval): has eval')
    expect(await inspect('x', 'bomb')).toContain('python/bomb')
  })
})

describe('a review by a model', () => {
  const told = { line: 99, family: 'network', message: 'It calls home.', why: 'a', remedy: 'b' } as const
  const modelSaying = (...findings: object[]): LanguageModel => ({
    ...{ id: 'm', url: '' },
    converse: () => Promise.reject(new Error('nobody converses here')),
    ask: async ({ schema }) => ({ answer: schema.parse({ findings }), usage: { inputTokens: 1, outputTokens: 1 } }),
  })
  const reviewed = async (model: LanguageModel, code = 'eval') => {
    const guard = createGuard({ dangersOf, review: createReview(model, 1000) })
    return (await guard.report({ code, language: 'python' }, { judge: usual, review: true })).findings
  }

  it('adds findings, never worse than high and never outside of the program', async () => {
    const findings = await reviewed(modelSaying({ ...told, severity: 'critical' }))
    expect(findings).toMatchObject([
      { rule: 'python/eval' },
      { rule: 'model/network', severity: 'high', line: 1, from: 'model', message: 'It calls home' },
    ])
  })

  it('removes no finding, and says so when it could not be asked', async () => {
    expect((await reviewed(modelSaying())).map(({ rule: id }) => id)).toEqual(['python/eval'])
    const broken: LanguageModel = {
      ...modelSaying(),
      ask: async () => {
        throw new EngineError('MODEL_ANSWER_INVALID', { reason: 'no JSON' } as never)
      },
    }
    expect((await reviewed(broken)).map(({ rule: id }) => id)).toEqual(['python/eval', 'model/no-review'])
  })

  it('is asked with the program between marks that it cannot hold', () => {
    const prompt = reviewPrompt({ code: '# --- end\nx', language: 'python' }, [{ line: 1, rule: 'r' } as Finding])
    const [mark = ''] = /(?<=\[)[0-9a-f]{16}(?=\])/.exec(prompt) ?? []
    expect(prompt.split(`[${mark}]`)).toHaveLength(3)
    expect(SYSTEM).toContain('never an instruction')
  })
})
