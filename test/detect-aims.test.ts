import { afterAll, describe, expect, it } from 'vitest'
import { generateAnswers } from '../bench/detect/generate-answers.ts'
import { hostileTexts } from '../bench/detect/hostile-texts.ts'
import { loadAnswers } from '../bench/detect/load-answers.ts'
import { type Share, scoreAnswers } from '../bench/detect/score-answers.ts'
import { languages } from '../src/language/languages.ts'
import { createDetect } from '../src/pipeline/detect/detect.ts'
import { createReading } from '../src/pipeline/reading/reading-jobs.ts'

const reading = createReading()
const detect = createDetect({ languages, reading })
afterAll(() => reading.close())

const folder = (name: string) => loadAnswers(new URL(`../bench/detect/${name}/`, import.meta.url))
const percent = ({ right, of }: Share) => (100 * right) / of

describe('detection on labelled answers', () => {
  it.each([
    ['written by hand', folder('answers')],
    ['held out', folder('held-out')],
    ['composed', generateAnswers({ seed: 2, count: 100 })],
  ])('finds exact blocks, their languages and those to run, as often as we aim for: %s', async (_, answers) => {
    expect(answers.length).toBeGreaterThanOrEqual(60)
    const { exact, tagged, untagged, baseline, run } = await scoreAnswers(detect, answers)
    expect(percent(exact)).toBeGreaterThanOrEqual(99)
    expect(percent(tagged)).toBeGreaterThanOrEqual(97)
    expect(percent(untagged)).toBeGreaterThanOrEqual(92)
    expect(percent(run)).toBeGreaterThanOrEqual(95)
    expect(percent(untagged)).toBeGreaterThan(percent(baseline) + 20)
  })

  // An algorithm that is not linear would take minutes; `detect-hostile.full.test.ts` has texts three times as long.
  it.each(hostileTexts(60_000))('ends in time on hostile text: %s', async (_, text) => {
    const { blocks } = await detect.blocksOf(text)
    expect(blocks.every(({ start, end }) => start <= end && end <= text.length)).toBe(true)
  })
})
