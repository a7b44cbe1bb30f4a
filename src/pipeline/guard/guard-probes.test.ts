import { describe, expect, it } from 'vitest'
import { rank } from './find-dangers.ts'
import { DANGERS, ORDINARY } from './guard-probes.fixture.ts'
import { guards } from './guards.ts'
import { readDangers } from './read-dangers.ts'

const raisedBy = (language: string, code: string): string[] =>
  readDangers({ language, code }, guards, {})
    .findings.filter(({ severity }) => rank(severity) >= rank('medium'))
    .map(({ rule }) => rule)

describe('guard', () => {
  it.each(DANGERS)('raises at medium or worse in %s: %s', (language, code) => {
    expect(raisedBy(language, code)).not.toEqual([])
  })

  it.each(ORDINARY)('raises nothing in %s: %s', (language, code) => {
    expect(raisedBy(language, code)).toEqual([])
  })
})
