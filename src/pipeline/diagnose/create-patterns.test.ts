import { describe, expect, it } from 'vitest'
import { type ErrorPattern, errorPattern } from '../../contract/error-pattern.ts'
import { createPatterns, type Patterns } from './create-patterns.ts'
import { diagnose } from './diagnose.ts'

const quota: ErrorPattern = errorPattern.parse({
  id: 'team/quota',
  language: 'python',
  type: 'RuntimeError',
  message: '^quota of (\\d+) reached',
  category: 'resource',
  recoverable: false,
  explain: 'All {1} are used{at}.',
  strategies: ['team/wait'],
})

const diagnoseWith = (patterns: Patterns, language = 'python') =>
  diagnose({
    code: 'work()',
    language,
    end: {
      endedBy: 'exit',
      exitCode: 1,
      signal: null,
      error: { type: 'lib.RuntimeError', message: 'quota of 7 reached', line: 1 },
    },
    stderr: '',
    patterns: patterns.all(),
  })

describe('custom patterns', () => {
  it('go before the built-in ones, with their own words and strategies', () => {
    const patterns = createPatterns({ custom: [quota] })
    expect(diagnoseWith(patterns)).toMatchObject({
      pattern: 'team/quota',
      category: 'resource',
      recoverable: false,
      explanation: 'All 7 are used on line 1.',
    })
    expect(patterns.preferred('team/quota')).toEqual(['team/wait'])
    expect(patterns.preferred('python/runtime-error')).toEqual([])
  })

  it('are for their language only', () => {
    expect(diagnoseWith(createPatterns({ custom: [quota] }), 'ruby').pattern).not.toBe('team/quota')
  })

  it('are added, replaced, listed and removed while the engine runs, the newest first', () => {
    const patterns = createPatterns()
    patterns.add(quota)
    patterns.add({ ...quota, id: 'team/other' })
    patterns.add({ ...quota, explain: 'Wait.' })
    expect(patterns.list().map(({ id }) => id)).toEqual(['team/quota', 'team/other'])
    expect(diagnoseWith(patterns).explanation).toBe('Wait.')
    expect(patterns.remove('team/quota')).toBe(true)
    expect(patterns.remove('team/quota')).toBe(false)
    expect(diagnoseWith(patterns).pattern).toBe('team/other')
  })

  it.each([
    [{ ...quota, id: 'Quota' }, 'small words'],
    [{ ...quota, message: '(a+)+' }, 'must not repeat a group'],
    [{ ...quota, type: undefined, message: undefined }, 'needs a "type" or a "message"'],
    [{ ...quota, category: 'bad luck' }, 'Invalid option'],
  ])('are refused with the reason: %#', (given, reason) => {
    expect(errorPattern.safeParse(given).error?.issues[0]?.message).toContain(reason)
  })
})
