import { z } from 'zod'

/** A change with which all tests pass. */
const foundValue = z.object({
  code: z.string(),
  line: z.int(),
  /** In words that follow "I". */
  why: z.string(),
  /** Kinds of its changes, such as `off by one`. */
  kinds: z.array(z.string()),
  /** Changes of one number do the same on inputs like those of the tests. */
  behaviour: z.int(),
  /** Share of inputs like those of the tests on which the changed program raises. */
  raising: z.number(),
  /** How likely such a change in such a place is, compared with others; absent in JavaScript. */
  score: z.number().optional(),
})
export type FoundValue = z.infer<typeof foundValue>

/** The result of a search for changes with which all tests pass. */
export const searchedValues = z.object({
  /** The likeliest first. */
  found: z.array(foundValue),
  weighed: z.int(),
  tried: z.int(),
  /** Number of single assertions, of those that fail, and of those that the search did not see. */
  checks: z.int(),
  failing: z.int(),
  held: z.int(),
  /** How much the failing checks say: a wrong program gives True by chance, but hardly a list of ten numbers. */
  bits: z.number(),
  /** Number of changes that passed every check which the search saw, and failed one that was held back from it. */
  overfit: z.int(),
  /** The type of the error that ended the first failing check; empty for a wrong value. */
  raised: z.string(),
  /** Lines of the program, the most suspicious first. */
  suspects: z.array(z.int()),
})
export type SearchedValues = z.infer<typeof searchedValues>

const MARK = 'ANNEAL-SEARCH '

/** Reads what the search in the sandbox wrote; undefined when it came to nothing. */
export function readSearched(stdout: string): SearchedValues | undefined {
  const at = stdout.lastIndexOf(`\n${MARK}`)
  if (at === -1) return undefined
  try {
    return searchedValues.safeParse(JSON.parse(stdout.slice(at + MARK.length + 1))).data
  } catch {
    return undefined
  }
}
