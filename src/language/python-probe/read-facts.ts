import { z } from 'zod'
import type { Facts } from '../language.ts'

/** Must be the one of `box/probe.py`. */
const MARKER = 'ANNEAL-FACTS '

const texts = z.array(z.string()).optional()
const facts = z.object({
  values: z.record(z.string(), z.string()),
  types: z.record(z.string(), z.string()).optional(),
  names: texts,
  members: texts,
  keys: texts,
  modules: texts,
  parameters: texts,
})

/** The last marked line, if it is one; the program may have found a way to print others. */
export function readFacts(printed: string): Facts | undefined {
  const line = printed.split('\n').findLast((each) => each.startsWith(MARKER))
  if (line === undefined) return undefined
  try {
    const { data } = facts.safeParse(JSON.parse(line.slice(MARKER.length)))
    // A key that is absent stays absent, which the type of zod does not say.
    return data as Facts | undefined
  } catch {
    return undefined
  }
}
