import type { Part } from '../../contract/part.ts'
import { loadRules } from '../guard/custom/load-rules.ts'
import type { CustomRule } from '../guard/custom/rule-document.ts'
import { createReading, type Reading } from './reading-jobs.ts'

export interface ReadingNeeds {
  config: { guardRules: string[] }
  isBrief: boolean
  rests: boolean
}

/** The threads that read programs, with the rules of one's own that they need. */
export async function readingPart({
  config,
  isBrief,
  rests,
}: ReadingNeeds): Promise<Part<{ reading: Reading; customRules: readonly CustomRule[] }>> {
  const customRules = await loadRules(config.guardRules)
  const reading = createReading(customRules, { rests })
  if (!isBrief) reading.prepare()
  return { api: { reading, customRules }, close: reading.close }
}
