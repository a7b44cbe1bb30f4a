import type { PromptExample } from '../../contract/similar-code.ts'
import type { PatternsApi } from './patterns-api.ts'

const MOST_EXAMPLES = 2
/** More are looked at, since long ones may not fit. */
const LOOKED_AT = 8
/** Less alike programs would teach a model nothing about this one. */
const LEAST_LIKENESS = 0.2
/** Tokenizers make one token of three to four bytes of code; the estimate is rather too high. */
const BYTES_PER_TOKEN = 3

/** The two known programs most like one that failed, for a model to read; whole ones, within a budget of tokens. */
export function createExamplesFor(recall: PatternsApi['recall'], budget: number) {
  return async (of: { userId: string; code: string; language: string }): Promise<PromptExample[]> => {
    const { userId, ...search } = of
    const found = await recall({ ...search, limit: LOOKED_AT, threshold: LEAST_LIKENESS }, userId)
    let left = budget
    const examples: PromptExample[] = []
    for (const { id, task, code } of found) {
      const tokens = Math.ceil(Buffer.byteLength(`${task ?? ''}${code}`) / BYTES_PER_TOKEN)
      if (tokens > left || examples.length >= MOST_EXAMPLES) continue
      left -= tokens
      examples.push({ id, code, ...(task !== undefined && { task }) })
    }
    return examples
  }
}
