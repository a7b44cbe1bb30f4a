import { describe, expect, it } from 'vitest'
import { judgeBy } from './policy.ts'
import { scoreOf } from './score.ts'

const evaluation = { rule: 'python/eval', family: 'code-execution', severity: 'high' } as const

describe('a policy', () => {
  it('counts the rule before its family, and the family before the severity', () => {
    const judge = judgeBy({
      server: {
        severities: { high: 'block' },
        families: { 'code-execution': 'allow' },
        rules: { 'python/eval': 'warn' },
      },
      onlyTighter: false,
    })
    expect(judge(evaluation)).toBe('warn')
    expect(judge({ ...evaluation, rule: 'python/exec' })).toBe('allow')
    expect(judge({ ...evaluation, rule: 'x', family: 'files' })).toBe('block')
  })

  it('is decided by the call before the user, and by the user before the server', () => {
    const layers = { server: { severities: { high: 'block' } }, user: { severities: { high: 'warn' } } } as const
    expect(judgeBy({ ...layers, onlyTighter: false })(evaluation)).toBe('warn')
    const call = { severities: { high: 'allow' } } as const
    expect(judgeBy({ ...layers, call, onlyTighter: false })(evaluation)).toBe('allow')
  })

  it('may only be made tighter where the server says so', () => {
    const judge = judgeBy({
      server: { rules: { 'python/eval': 'block' } },
      call: { rules: { 'python/eval': 'allow' }, families: { secrets: 'block' } },
      onlyTighter: true,
    })
    expect(judge(evaluation)).toBe('block')
    expect(judge({ rule: 'text/key', family: 'secrets', severity: 'medium' })).toBe('block')
  })

  it('blocks critical findings and nothing else by default', () => {
    const judge = judgeBy({ server: {}, onlyTighter: false })
    const actions = (['critical', 'high', 'medium', 'low', 'info'] as const).map((severity) =>
      judge({ ...evaluation, severity }),
    )
    expect(actions).toEqual(['block', 'warn', 'warn', 'warn', 'allow'])
  })

  it('does not take names of every object for rules', () => {
    expect(judgeBy({ server: { rules: {} }, onlyTighter: false })({ ...evaluation, rule: 'constructor' })).toBe('warn')
  })
})

it('a score falls once for each rule, by the worst finding of it, and not for findings that are allowed', () => {
  const one = { rule: 'a', severity: 'high', action: 'warn' } as const
  expect(scoreOf([])).toBe(1)
  expect(scoreOf([one, one])).toBe(0.5)
  expect(scoreOf([one, { rule: 'b', severity: 'medium', action: 'warn' }])).toBe(0.4)
  expect(scoreOf([{ ...one, action: 'allow' }])).toBe(1)
})
