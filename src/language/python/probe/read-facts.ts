import { z } from 'zod'
import type { Facts } from '../../language.ts'

/** Must equal the mark in `inside/probe.py`. */
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

/** The last marked line, if it is valid; the program may have printed others. */
export function readFacts(printed: string): Facts | undefined {
  const line = printed.split('\n').findLast((each) => each.startsWith(MARKER))
  if (line === undefined) return undefined
  try {
    const { data } = facts.safeParse(JSON.parse(line.slice(MARKER.length)))
    // An absent key stays absent, which zod's type does not express.
    return data as Facts | undefined
  } catch {
    return undefined
  }
}
