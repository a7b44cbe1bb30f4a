import { describe, expect, it } from 'vitest'
import { brokenChecks, expectNoticed } from './broken-checks.fixture.ts'
import { breakages } from './broken-contexts.fixture.ts'

/** One of each list of checks; `broken.full.test.ts` has all. */
const SAMPLE = [
  'state-survives-between-executions',
  'what-is-saved-is-there-in-a-fresh-interpreter',
  'input-is-what-was-given-and-only-for-that-execution',
  'an-interrupt-between-executions-changes-nothing',
]

describe('a check of a kernel notices', () => {
  it.each(brokenChecks.filter(({ id }) => SAMPLE.includes(id)))('$id', expectNoticed)

  it('the breakage made for it: every check has one, and every breakage has a check', () => {
    const ids = brokenChecks.map(({ id }) => id).sort()
    expect([...new Set(breakages.flatMap(({ noticedBy }) => noticedBy))].sort()).toEqual(ids)
    expect(ids).toEqual(expect.arrayContaining(SAMPLE))
  })
})
