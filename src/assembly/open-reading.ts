import type { Config } from '../config/settings.ts'
import { loadRules } from '../pipeline/guard/custom/load-rules.ts'
import type { CustomRule } from '../pipeline/guard/custom/rule-document.ts'
import { createReading, type Reading } from '../pipeline/reading/reading-jobs.ts'

/** The threads that read programs, with the rules of one's own that they need. */
export async function openReading(
  { guardRules }: Config,
  { isBrief, rests }: { isBrief: boolean; rests: boolean },
): Promise<{ reading: Reading; customRules: readonly CustomRule[] }> {
  const customRules = await loadRules(guardRules)
  const reading = createReading(customRules, { rests })
  if (!isBrief) reading.prepare()
  return { reading, customRules }
}
