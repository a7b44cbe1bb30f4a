import { describe, expect, it } from 'vitest'
import type { FoundValue, SearchedValues } from './searched-values.ts'
import { valueConfidence } from './value-confidence.ts'

const find = (kinds: string[], behaviour = 0): FoundValue => ({
  ...{ code: '', line: 1, why: '', kinds, behaviour, raising: 0 },
})
const sureOf = (over: Partial<SearchedValues>, found = [find(['off by one'])]): number => {
  const searched = {
    found,
    weighed: 1,
    tried: 1,
    checks: 3,
    failing: 1,
    held: 1,
    bits: 20,
    bitsKept: 0,
    overfit: 0,
    raised: '',
  }
  const [first = find([])] = found
  return valueConfidence({ ...searched, suspects: [], ...over }, first)
}

describe('a change found with the tests', () => {
  it('is sure where several telling assertions pass and nothing else passes them', () => {
    expect(sureOf({})).toBe(0.9)
    expect(sureOf({ bits: 2 })).toBe(0.5)
    expect(sureOf({}, [find(['off by one']), find(['operator'], 1)])).toBe(0.5)
    expect(sureOf({}, [find(['off by one', 'operator'])])).toBe(0.5)
  })

  it('is only suggested where the program raised an error, and few tests or a part that was left out speak for the change', () => {
    expect(sureOf({ raised: 'IndexError', checks: 2 })).toBeLessThan(0.8)
    expect(sureOf({ raised: 'IndexError' }, [find(['left out'])])).toBeLessThan(0.8)
    expect(sureOf({ raised: 'IndexError' }, [{ ...find(['index']), raising: 0.5 }])).toBeLessThan(0.8)
  })

  it('is made where the program raised an error, and three telling assertions pass without a rival', () => {
    expect(sureOf({ raised: 'IndexError' })).toBeGreaterThan(0.8)
    expect(sureOf({ raised: 'IndexError' }, [find(['index']), find(['operator'], 1)])).toBeLessThan(0.8)
  })

  it('is made after an error where it is of a likely kind in a suspicious place, whatever the assertions say, and suggested otherwise', () => {
    const likely = { ...find(['guard']), score: 0.9 }
    expect(sureOf({ raised: 'IndexError', bits: 2 }, [likely])).toBeGreaterThan(0.9)
    expect(sureOf({ raised: 'IndexError', bits: 2 }, [{ ...likely, score: 0.2 }])).toBeLessThan(0.8)
    expect(sureOf({ raised: 'IndexError' }, [likely, { ...find(['operator'], 1), score: 0.1 }])).toBeLessThan(0.8)
    expect(sureOf({ raised: 'IndexError' }, [{ ...likely, kinds: ['guard', 'index'] }])).toBeLessThan(0.8)
  })
})
