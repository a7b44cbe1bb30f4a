import { describe, expect, it } from 'vitest'
import type { Remark } from './language-analysis.ts'
import { applied, type RuleSamples, unmark } from './samples.fixture.ts'

/** Tests each rule: it finds its samples at the marked places, and nothing in the clean ones. */
export function testSamples(samples: RuleSamples, remarksOn: (source: string) => Remark[]): void {
  describe.each(Object.entries(samples))('%s', (rule, { found, clean }) => {
    const textsIn = (source: string) =>
      remarksOn(source)
        .filter((remark) => remark.rule === rule)
        .map(({ start, end }) => source.slice(start, end))

    it.each(found)('is found in %j', (marked) => {
      const { source, places } = unmark(marked)
      expect(textsIn(source)).toEqual(places.map(({ start, end }) => source.slice(start, end)))
    })

    it.each(clean)('leaves %j alone', (source) => {
      expect(textsIn(source)).toEqual([])
    })
  })
}

/** Each sample with each fix that is offered for it. */
export function fixesOf(
  samples: RuleSamples,
  remarksOn: (source: string) => Remark[],
): { rule: string; start: number; source: string; fixed: string }[] {
  return Object.values(samples)
    .flatMap(({ found, clean }) => [...found, ...clean])
    .flatMap((marked) => {
      const { source } = unmark(marked)
      return remarksOn(source).flatMap(({ rule, start, fix }) =>
        fix ? { rule, start, source, fixed: applied(source, fix.edits) } : [],
      )
    })
}
