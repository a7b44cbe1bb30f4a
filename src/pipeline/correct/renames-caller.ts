import { plainName } from '../../contract/near-names.ts'
import type { Change } from './change.ts'
import { changedPart } from './changed-part.ts'
import { distanceOf } from './likely-names.ts'
import { withoutComments } from './without-comments.ts'

/**
 * A test, and the call of a function, say what is wanted; its definition has to follow. Only a slip in a call is put right: a name
 * that resembles the one it becomes.
 */
export function renamesCaller({ before, after, language }: Change): string | undefined {
  const changed = changedPart(withoutComments(before, language), withoutComments(after, language))
  const lost = testsOnlyIn(changed.before, changed.after)
  const made = testsOnlyIn(changed.after, changed.before)
  if (lost.some((line) => made.some((other) => isRenamed(line, other)))) return 'it renames what a test calls'
  const defined = definedIn(after)
  // Long rows of values are slow to search for calls.
  if (defined.size === 0) return undefined
  const gone = callsOnlyIn(changed.before, changed.after)
  const come = callsOnlyIn(changed.after, changed.before)
  const isOther = gone.length === 1 && come.length === 1 && gone[0] !== undefined && come[0] !== undefined
  if (!isOther || !defined.has(come[0] ?? '') || isSlip(gone[0] ?? '', come[0] ?? '')) return undefined
  return `it calls \`${come[0]}\` where the program calls \`${gone[0]}\``
}

const TEST = /^\s*(?:assert\b|expect\s*\(|(?:assert|t|test)\.\w+\s*\(|self\.assert\w+\s*\(|console\.assert\s*\()/

const testsOnlyIn = (text: string, other: string): string[] => {
  const known = new Set(other.split('\n').map((line) => line.trim()))
  return text.split('\n').filter((line) => TEST.test(line) && !known.has(line.trim()))
}

/** Equal but for the names that are called. */
function isRenamed(line: string, other: string): boolean {
  const shape = (text: string) => text.trim().replace(/[\p{L}_$][\p{L}\p{N}_$]*(?=\s*\()/gu, '·')
  return line.trim() !== other.trim() && shape(line) === shape(other)
}

const definedIn = (code: string): Set<string> =>
  new Set(
    [...code.matchAll(/^\s*(?:async\s+)?(?:def|function)\s+([\p{L}_$][\p{L}\p{N}_$]*)/gmu)].map(
      ([, name]) => name ?? '',
    ),
  )

/** Names that one text calls and the other does not, each once; definitions are no calls. */
function callsOnlyIn(text: string, other: string): string[] {
  const calls = (code: string) =>
    new Set(
      [...code.matchAll(/(?<!\b(?:def|function)\s+|[.\p{L}\p{N}_$])([\p{L}_$][\p{L}\p{N}_$]*)\s*\(/gu)].map(
        ([, name]) => name ?? '',
      ),
    )
  const known = calls(other)
  return [...calls(text)].filter((name) => !known.has(name))
}

/** Another case or style of the same words, a few letters, or a part of the other name. */
function isSlip(name: string, other: string): boolean {
  const [one, two] = [plainName(name), plainName(other)]
  if (one === two) return true
  const most = Math.max(1, Math.floor(Math.min(one.length, two.length) / 3))
  const isPart = Math.min(one.length, two.length) > 2 && (one.includes(two) || two.includes(one))
  return isPart || distanceOf(one, two, most) <= most
}
