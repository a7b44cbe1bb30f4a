import type { TriedCandidate } from '../../contract/run.ts'
import { examplesIn } from './candidate.ts'
import { isCutOff } from './is-cut-off.ts'
import { isNamedAfresh } from './name-of-test.ts'
import { hasIdleElse } from './python/idle-else.ts'
import { untestedFunctions } from './python/untested-functions.ts'
import { asksMuch } from './sql/asks-much.ts'
import { tellsOtherwise, toldRightly } from './tells-otherwise.ts'
import { unknownNames } from './unknown-names.ts'

/** How much a clean end says: nothing when the changed code is never reached, most when many tests pass. */
export type Evidence = 'tests' | 'few-tests' | 'examples' | 'output' | 'ran' | 'silent' | 'unreached'

/** All that the confidence in a repair depends on. The bench measures with the same features. */
export interface RepairFeatures {
  language: string
  /** Ids, each once, over all changes of the program. */
  strategies: string[]
  evidence: Evidence
  /** The number of strategies that answer faults of the author: marks of the place that code came from are none. */
  faults: number
  /** The program ended well, but printed something else than before or than its comments say, complained, uses a name that nothing defines in a place that did not run, or has an `else` that belongs to nothing. */
  isDoubted: boolean
  /** Likelier changes that were tried in vain. */
  failedBefore: number
  /** Other changes that might be right as well. */
  rivals: number
}

export interface RepairSeen {
  language: string
  before: string
  after: string
  /** As the attempts name them: `a + b` is two. */
  strategies: readonly string[]
  tried: readonly TriedCandidate[]
  /** The output of the changed program; absent where it was not run. */
  printed?: string | undefined
  /** The output of the program before it failed. */
  earlier: string
  /** Whether the program did not even parse: where it did, the failing statement ran, and now runs well. */
  wasBroken: boolean
  /** The number of assertions in tests of the caller, which all pass. */
  assertions: number
  /** The code of these tests, where it is known. */
  tests?: readonly string[]
  /** Whether the program itself ended well, and a test told of the fault: nothing else speaks for the repair. */
  isFoundByTest: boolean
  /** Whether names may come from elsewhere, such as a session. */
  hasSurroundings?: boolean
}

export function featuresOf(seen: RepairSeen): RepairFeatures {
  const { language, tried } = seen
  const detail = tried.find(({ outcome }) => outcome === 'chosen')?.detail
  // Of 24 such repairs of strangers' programs none was right: their authors had made another fault.
  const isUnfinished = seen.hasSurroundings !== true && unknownNames(seen.after, language).length > 0
  const isOther = seen.printed !== undefined && seen.assertions <= FEW && tellsOtherwise(seen.after, seen.printed)
  // Blocks that have lost their depth end well in many ways.
  const isTorn = language === 'python' && seen.wasBroken && hasIdleElse(seen.after)
  const made = [...new Set(seen.strategies.flatMap((each) => each.split(' + ')))]
  const isLinked = made.some((id) => LINKS.has(id))
  const isMuch = isLinked && asksMuch(seen.after, language)
  // A chain is as sure as its guess: what else was mended says nothing about it.
  const guesses = isLinked ? made.filter((id) => LINKS.has(id)) : made
  const untested = language === 'python' && seen.tests?.length ? untestedFunctions(seen.after, seen.tests) : []
  const isFar = language === 'python' && isNamedAfresh(seen.after)
  const strategies = guesses.map((id) =>
    isMuch && LINKS.has(id) ? `${id} of much` : isFar && id === 'any/name-of-test' ? `${id} of another word` : id,
  )
  const isCopied = language === 'python' && seen.assertions > 0 && made.every((id) => OF_COPYING.has(id))
  // Copying says nothing about the author: of classes of models that were only cut out of an answer and passed three tests, 7 of 17 were right.
  const isThin =
    untested.length > 0 || seen.assertions <= FEW * (seen.after.match(/^\s*(?:async +)?def /gm) ?? []).length
  const found = isCopied && isThin ? 'few-tests' : evidenceOf(seen, examplesIn(detail))
  // The examples in an answer of several blocks print whatever it gives: of such repairs 3 of 7 were right.
  const isOfAnswer = made.includes(ANSWER) && (seen.before.match(/^[ \t]*(?:```|~~~)/gm) ?? []).length > 2
  const evidence = found === 'output' && isOfAnswer ? 'silent' : found
  const isTold = evidence === 'tests' || evidence === 'examples'
  return {
    ...{ language, strategies, evidence },
    faults: new Set(made.filter((id) => !OF_COPYING.has(id)).map((id) => SAME_HABIT.get(id) ?? id)).size,
    isDoubted:
      isUnfinished ||
      isOther ||
      isCutOff(seen.before, seen.after) ||
      isTorn ||
      // Its author had not come to the end of it.
      untested.some(({ isStub }) => isStub) ||
      // Nothing says that the half that was cut off did not matter.
      (!isTold && made.includes('python/truncated-end')) ||
      ((isLinked || made.some((id) => MAY_MISS.has(id))) && NO_ROWS.test(seen.printed ?? '')) ||
      (detail !== undefined && !detail.startsWith(STILL_AT_WORK) && examplesIn(detail) === 0),
    failedBefore: tried.filter(({ outcome }) => outcome === 'failed').length,
    rivals: tried.filter(({ outcome }) => outcome === 'untried' || outcome === 'clean').length,
  }
}

/**
 * Ties of names to a schema: the query then runs, and asks for something else than it should as often as other queries of its author. Those
 * that ask for much have weights of their own.
 */
const LINKS: ReadonlySet<string> = new Set(['sql/ambiguous-column', 'sql/link-schema', 'sql/same-words'])

const ANSWER = 'python/fenced-answer'

/** No row, or one of nothing but NULL. Of 99 ties after which no row came, 19 were right; of 572 others, 346. */
const NO_ROWS = /\(0 rows\)\s*$|\n[-+]+\n[ |]*NULL(?:[ |]|NULL)*\n\(1 row\)\s*$/

/** The function of a date gives NULL for a text that is none, and a quoted name that is made a text equals nothing: of 8 such repairs none was right. */
const MAY_MISS: ReadonlySet<string> = new Set(['sql/dialect', 'sql/misspelt-name', 'sql/quoted-text'])

/** Copying a program from a page or an answer says nothing about its author. */
const OF_COPYING: ReadonlySet<string> = new Set([
  ...['python/leftovers', 'python/fenced-answer', 'python/paste-residue', 'python/odd-characters', 'python/tabs'],
  ...['javascript/leftover-text', 'javascript/plain-characters', 'sql/clean-text', 'bash/clean-text'],
])

/** Queries for another database name its schemas too. */
const SAME_HABIT: ReadonlyMap<string, string> = new Map([['sql/schema-prefix', 'sql/dialect']])

/** Programs that are wrong elsewhere often pass so few assertions: of such repairs two thirds were right. */
const FEW = 2

/** One example in a docstring may come out right by chance. */
const TELLING = 2

/** Begins the doubt about a program whose trial was ended too early to tell. */
export const STILL_AT_WORK = 'still at work'

/**
 * Values that programs with another fault give most of all. In Python, of repairs after which this is all that is new, 5 of 14 were right
 * where the program did not parse, and none of 7 (of 3 tasks) where it raised; in JavaScript and Bash nearly all were.
 */
const EMPTY = /^(?:None|\[\]|\{\}|\(\)|set\(\)|''|""|0|0\.0|-1)$/

function evidenceOf(seen: RepairSeen, examples: number): Evidence {
  const { language, before, after, printed, earlier, wasBroken, assertions, isFoundByTest } = seen
  if (assertions > 0) return isFoundByTest && assertions <= FEW ? 'few-tests' : 'tests'
  if (told(seen) > 0 || examples + ownAssertions(after, language) >= TELLING) return 'examples'
  if (wasBroken && !isReached(before, after)) return 'unreached'
  const fresh = printed?.slice(earlier.length).trim()
  const isEmpty = language === 'python' && EMPTY.test(fresh ?? '')
  if (fresh !== '' && !isEmpty) return 'output'
  return wasBroken || isEmpty ? 'silent' : 'ran'
}

/** Output that the author's own comments tell. */
const told = ({ language, after, printed }: RepairSeen): number =>
  language === 'python' && printed !== undefined ? toldRightly(after, printed) : 0

/** Assertions at the top of a Python program: all of them have run, and held. */
const ownAssertions = (code: string, language: string): number =>
  language === 'python' ? new Set(code.match(/^assert\b.*[\w\])]\(.*==.*$/gm)).size : 0

/**
 * Whether the changed code runs, as far as its layout tells: it stands at the top, or in a function or class whose name occurs
 * elsewhere.
 */
function isReached(before: string, after: string): boolean {
  const lines = after.split('\n')
  const old = before.split('\n')
  const first = lines.findIndex((line, index) => line !== old[index])
  if (first === -1) return true
  const from = lines.slice(0, first + 1).findLastIndex((line) => /^[\p{L}@]/u.test(line))
  const name = DEFINITION.exec(lines[from] ?? '')
    ?.slice(1)
    .find((each) => each !== undefined)
  if (name === undefined) return true
  const end = lines.findIndex((line, index) => index > from && /^[\p{L}@"'[({]/u.test(line))
  const others = [...lines.slice(0, from), ...(end === -1 ? [] : lines.slice(end))]
  return others.some((line) => new RegExp(String.raw`(?<![\w$])${name.replaceAll('$', '\\$')}(?![\w$])`).test(line))
}

const DEFINITION =
  /^(?:export\s+)?(?:default\s+)?(?:async\s+)?(?:(?:def|function\*?|class)\s+([\w$]+)|(?:const|let|var)\s+([\w$]+)\s*=\s*(?:async\s*)?(?:function\b|\(|[\w$]+\s*=>)|([\w-]+)\s*\(\)\s*\{)/
