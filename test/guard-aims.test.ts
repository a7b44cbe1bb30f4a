import { describe, expect, it } from 'vitest'
import { LANGUAGES, readSamples, type Sample } from '../bench/guard/samples.ts'
import { judge } from '../bench/guard/tally.ts'
import { guardFamily } from '../src/contract/guard.ts'

const samples = await readSamples()
const judged = samples.map((sample) => ({ sample, verdict: judge(sample) }))
const share = (label: Sample['label'], half?: Sample['half']): number => {
  const chosen = judged.filter(({ sample }) => sample.label === label && (half === undefined || sample.half === half))
  return (100 * chosen.filter(({ verdict }) => verdict.isRaised).length) / chosen.length
}

describe('guard on labelled programs', () => {
  it('has many of every language and family, each with a name of its own', () => {
    expect(new Set(samples.map(({ id }) => id)).size).toBe(samples.length)
    const least = { python: 140, javascript: 60, typescript: 15, bash: 60, sql: 40 }
    for (const language of LANGUAGES) {
      for (const label of ['dangerous', 'ordinary']) {
        const own = samples.filter((sample) => sample.language === language && sample.label === label)
        expect(own.length, `${language} ${label}`).toBeGreaterThanOrEqual(least[language])
      }
    }
    const families = new Set(samples.filter(({ label }) => label === 'dangerous').map(({ family }) => family))
    expect([...families].sort()).toEqual([...guardFamily.options].sort())
  })

  it('finds nine of ten dangerous ones, also where no rule was tuned', () => {
    expect(share('dangerous')).toBeGreaterThanOrEqual(90)
    expect(share('dangerous', 'measure')).toBeGreaterThanOrEqual(90)
  })

  it('raises one of twenty ordinary ones at most, and would block none', () => {
    expect(share('ordinary')).toBeLessThanOrEqual(5)
    expect(share('ordinary', 'measure')).toBeLessThanOrEqual(5)
    const blocked = judged.filter(({ sample, verdict }) => sample.label === 'ordinary' && verdict.worst === 'critical')
    expect(blocked.map(({ sample }) => sample.id)).toEqual([])
  })

  it('keeps its results on foreign programs, and raises none of the ordinary ones', async () => {
    const strange = (await readSamples('stranger')).map((sample) => ({ sample, verdict: judge(sample) }))
    const ofLabel = (label: Sample['label']) => strange.filter(({ sample }) => sample.label === label)
    const dangerous = ofLabel('dangerous')
    const found = dangerous.filter(({ verdict }) => verdict.isRaised)
    expect(found.length / dangerous.length).toBeGreaterThanOrEqual(0.95)
    const raised = ofLabel('ordinary').filter(({ verdict }) => verdict.isRaised)
    expect(raised.map(({ sample }) => sample.id)).toEqual([])
  })
})
