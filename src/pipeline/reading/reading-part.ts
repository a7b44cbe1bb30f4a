import type { Part } from '../../contract/part.ts'
import { loadRules } from '../guard/custom/load-rules.ts'
import type { CustomRule } from '../guard/custom/rule-document.ts'
import { readingHere } from './reading-here.ts'
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
  const threads = createReading(customRules, { rests })
  if (!isBrief) threads.prepare()
  // Rules of one's own may be as slow as their author made them.
  const reading = isBrief && customRules.length === 0 ? readingHere(threads) : threads
  return { api: { reading, customRules }, close: threads.close }
}
