import type { Change } from './change.ts'
import { changedPart } from './changed-part.ts'
import { countOf } from './count-of.ts'
import { isNoise } from './is-noise.ts'
import { withoutTypes } from './javascript/types-in.ts'
import { distanceOf } from './likely-names.ts'
import { withoutIdleLines } from './python/idle-lines.ts'
import { withoutComments } from './without-comments.ts'

/**
 * The reason why a change would weaken a program; undefined when it does not. Every change is checked, of rules and of
 * models: an error that vanishes because its check is gone is not repaired.
 */
export function weakens(
  change: Change,
  { mayLose = false, isTested = false }: { mayLose?: boolean; isTested?: boolean } = {},
): string | undefined {
  const { language } = change
  const whole = {
    before: withoutComments(change.before, language),
    after: withoutComments(change.after, language),
  }
  // Many changes of one long program are checked, and each changes little.
  const { before, after } = changedPart(whole.before, whole.after)
  for (const { what, pattern, mayNot, spelt } of RULES) {
    const delta = countOf(after, pattern) - countOf(before, pattern)
    if (mayNot === 'shrink' && delta < 0) return `it takes away ${what}`
    if (mayNot === 'grow' && delta > 0 && delta > (spelt ? respelt(before, after, spelt) : 0)) return `it adds ${what}`
  }
  const risky = wordsOf(after).some((word) => RISKY.has(word)) && riskyWord(whole)
  if (risky) return `it brings in \`${risky}\`, which the program did not use`
  const loss = mayLose ? undefined : lossOf(before, after)
  // Types have no effect while a program runs, and JavaScript cannot have them.
  const untyped = loss && WITHOUT[change.language]?.(change, isTested)
  return untyped === undefined ? loss : lossOf(withoutComments(untyped, change.language), whole.after)
}

/** The parts that a program may lose in its language. */
const WITHOUT: Readonly<Record<string, (change: Change, isTested: boolean) => string | undefined>> = {
  javascript: ({ before }) => withoutTypes(before),
  python: withoutIdleLines,
}

function riskyWord({ before, after }: { before: string; after: string }): string | undefined {
  const lost = newWords(after, before)
  return newWords(before, after).find((word) => RISKY.has(word) && !lost.some((old) => isSlip(old, word)))
}

/** Counted over the whole program: moving one of these is fine, losing or gaining one is not. */
const RULES: { what: string; pattern: RegExp; mayNot: 'shrink' | 'grow'; spelt?: string[] }[] = [
  {
    what: 'an assertion',
    pattern: /\bassert\w*\b|\bexpect\s*\(/gi,
    mayNot: 'shrink',
  },
  {
    what: 'an assertion',
    // Excludes the `is not null` of a program in another language, and a command of this name behind a pipe.
    pattern: /\bCHECK\s*\(|(?<!\bis )\bNOT\s+NULL\b|(?<!\|\s*)\bUNIQUE\b|\bREFERENCES\b|\bCONSTRAINT\b/gi,
    mayNot: 'shrink',
  },
  { what: 'an error that the program raises', pattern: /\b(?:raise|throw|reject)\b/g, mayNot: 'shrink' },
  { what: 'strictness', pattern: /\bset\s+-[a-z]*[eu][a-z]*\b|\bpipefail\b|['"]use strict['"]/g, mayNot: 'shrink' },
  {
    what: 'a handler that swallows errors',
    pattern: /\b(?:except|catch|suppress)\b/g,
    mayNot: 'grow',
    spelt: ['except', 'catch'],
  },
  {
    what: 'something that hides a failure',
    pattern: /\|\|\s*(?:true|:)(?!\S)|2>\s*\/dev\/null|&>\s*\/dev\/null/g,
    mayNot: 'grow',
  },
  {
    what: 'something that hides a failure',
    pattern: /\bset\s+\+[a-z]*[eu]|\bIGNORE\b|\bON\s+(?:CONFLICT|DUPLICATE)\b/gi,
    mayNot: 'grow',
  },
  {
    what: 'an exit',
    pattern: /\b(?:sys\.exit|os\._exit|process\.exit|quit|exit)\b/g,
    mayNot: 'grow',
    spelt: ['exit'],
  },
]

/** Adding one of these is never the repair of a program that did not name it. */
const RISKY = new Set(
  `subprocess system popen eval exec __import__ ctypes pickle marshal socket urllib urlopen requests httpx
  child_process spawn execSync fetch vm Function pip npm npx apt sudo su chmod chown curl wget ssh nc rm kill
  skip xfail todo`.split(/\s+/),
)

/** A misspelt `chmdo` was meant as the word that replaces it. */
const isSlip = (old: string, word: string): boolean => old.length > 3 && distanceOf(old, word, 2) <= 2

/** So many words may vanish without a replacement, or one of each line: `const`, `function`, a stray `then`. */
const MOST_LOST_WORDS = 3

/** Words that vanished and were not written anew; whole lines of prose, prompts and fences are no loss. */
function lossOf(dressed: string, after: string): string | undefined {
  const [before, now] = [withoutEscapes(dressed), withoutEscapes(after)]
  const lines = linesOnlyIn(before, now).filter((line) => !(HUNK.test(before) && line.startsWith('-')))
  // A comment in the manner of another language is not code either.
  const code = lines.filter((line) => !isNoise(line)).map((line) => line.replace(/\s(?:\/\/|#|--)\s.*$/, ''))
  const changed = code.join('\n')
  const added = linesOnlyIn(now, before).join('\n')
  const lost = wordsOf(changed).length - wordsOf(added).length
  if (lost > Math.max(MOST_LOST_WORDS, code.length)) return 'it takes away code'
  const isGone = code.length > 0 && added.trim() === '' && wordsOf(changed).length > 0
  return isGone ? 'it takes away a line of code' : undefined
}

/** The lines that a patch takes away are none of the program. */
const HUNK = /^@@ -\d[\d, +-]*@@/m

/** `&lt;` and `a\\_b` are one sign and one name, not several words, and `self.` only says where a name is looked for. */
const withoutEscapes = (text: string): string => {
  const own = text.replace(/(?<![\w$.])(?:self|this)\./g, '')
  if (!/[&\\]|<\//.test(own)) return own
  return own
    .replace(PAGE_TAG, '')
    .replace(/&(?:lt|gt|amp|quot|apos|nbsp|#\w{2,4});/gi, '<')
    .replace(/\\(?=_)/g, '')
}

const PAGE_TAG = /<\/?(?:pre|code|div|p|span|br)(?: [^<>\n]*)?>/g

/** Each line as often as one text has it more than the other: a repaired line may equal a line elsewhere. */
function linesOnlyIn(text: string, other: string): string[] {
  const left = new Map<string, number>()
  for (const line of other.split('\n')) left.set(line.trim(), (left.get(line.trim()) ?? 0) + 1)
  return text.split('\n').filter((line) => {
    const count = left.get(line.trim()) ?? 0
    left.set(line.trim(), count - 1)
    return count <= 0
  })
}

/** The number of vanished misspellings of these words: `execpt` was already meant as a handler. */
function respelt(before: string, after: string, words: string[]): number {
  const isNear = (each: string) => words.some((word) => each !== word && distanceOf(each, word, 2) <= 2)
  const near = (text: string) => wordsOf(text).filter(isNear).length
  return Math.max(0, near(before) - near(after))
}

function newWords(before: string, after: string): string[] {
  const known = new Set(wordsOf(before))
  return wordsOf(after).filter((word) => !known.has(word))
}

/** Entities of a page are signs, not words. */
const wordsOf = (text: string): string[] =>
  text.replace(/&(?:lt|gt|amp|quot|apos|nbsp|#39);/g, ' ').match(/[\p{L}_$][\p{L}\p{N}_$]*|\d+/gu) ?? []
