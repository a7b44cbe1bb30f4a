import { afterAll, expect, it } from 'vitest'
import { hostileTexts } from '../bench/detect/hostile-texts.ts'
import { languages } from '../src/language/languages.ts'
import { createDetect } from '../src/pipeline/detect/detect.ts'
import { createReading } from '../src/pipeline/reading/reading-jobs.ts'

const reading = createReading()
const detect = createDetect({ languages, reading })
afterAll(() => reading.close())

it.each(hostileTexts(190_000))('detection ends in time on long hostile text: %s', async (_, text) => {
  const { blocks } = await detect.blocksOf(text)
  expect(blocks.every(({ start, end }) => start <= end && end <= text.length)).toBe(true)
})
