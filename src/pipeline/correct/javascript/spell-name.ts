import type { Token } from '../../../language/javascript/tokens.ts'
import { isLikelierWord } from '../likelier-word.ts'
import type { Proposal } from '../strategy.ts'
import { declaredNames } from './declared-names.ts'
import { isPunctuation } from './grammar.ts'
import { onError } from './javascript-strategy.ts'
import { GLOBALS } from './known-names.ts'
import { distanceOf, nearest } from './nearest.ts'
import type { Source } from './read-source.ts'

const WORDS = ['true', 'false', 'null', 'undefined', 'this', 'break', 'continue', 'return', 'super', 'debugger']

export const spellName = onError({
  id: 'javascript/spell-name',
  title: 'Corrects a misspelt name to one that is declared, or that every program has',
  prior: 0.88,
  answers: ['ReferenceError'],
  propose: (source, { diagnosis, facts }) => {
    const wrong = undefinedName(diagnosis.message)
    if (wrong === undefined) return []
    const declared = [...declaredNames(source).keys(), ...(facts.names ?? [])]
    const isAssigned = source.tokens.some(
      (token, index) =>
        token.text === wrong &&
        token.isFirst &&
        token.line === diagnosis.line &&
        isPunctuation(source.tokens[index + 1], '='),
    )
    const near = nearest(wrong, [...declared, ...WORDS, ...GLOBALS.filter((name) => isUsedLike(source, wrong, name))])
    return near.slice(0, 4).map((name, order) => {
      const isOwn = declared.includes(name)
      const sureness = 0.98 - distanceOf(wrong, name) * 0.06 - order * 0.15 - (isOwn || order === 0 ? 0 : 0.1)
      // An assignment to the name points to a forgotten declaration rather than a misspelling.
      return rename({ source, wrong, name, sureness: isAssigned ? sureness * 0.7 : sureness })
    })
  },
})

/** A name of the language is called or handed over where it is a function, and asked for members that it has; a value it is nowhere. */
function isUsedLike({ tokens }: Source, wrong: string, name: string): boolean {
  const value: unknown = Reflect.get(globalThis, name)
  const isPlain = value === undefined || (typeof value !== 'function' && typeof value !== 'object')
  return tokens.every((token, index) => {
    const [before, next] = [tokens[index - 1], tokens[index + 1]]
    if (token.text !== wrong || isPunctuation(before, '.', '?.') || isPlain) return true
    if (isPunctuation(next, '.', '?.')) return Reflect.has(Object(value), tokens[index + 2]?.text ?? '')
    const isHandedOver = isPunctuation(before, '(', ',') && isPunctuation(next, ')', ',')
    return (isPunctuation(next, '(') || isHandedOver) && typeof value === 'function'
  })
}

export const undefinedName = (message: string): string | undefined =>
  /^([\w$]{1,100}) is not defined/.exec(message)?.[1]

/** Every use of the name on its own. */
export function usesOf({ tokens }: Source, name: string): Token[] {
  return tokens.filter((token, index) => {
    if (token.kind !== 'name' || token.text !== name || isPunctuation(tokens[index - 1], '.', '?.')) return false
    return !(isPunctuation(tokens[index + 1], ':') && isPunctuation(tokens[index - 1], '{', ','))
  })
}

/**
 * Corrects every use of the wrong name; if the wrong one occurs more often than the other, the other is misspelt. Of one call and one head, the
 * one with the stranger words is.
 */
function rename({
  source,
  wrong,
  name,
  sureness,
}: {
  source: Source
  wrong: string
  name: string
  sureness: number
}): Proposal {
  const [uses, written] = [usesOf(source, wrong), usesOf(source, name)]
  const comments = source.comments.map(({ text }) => text).join('\n')
  const isMisspeltThere =
    written.length === 1 && (uses.length > 1 || (uses.length === 1 && isLikelierWord(wrong, name, comments)))
  const [old, text] = isMisspeltThere ? [written, wrong] : [uses, name]
  const edits = old.map(({ start, end }) => ({ start, end, text }))
  return { edits, why: `corrected \`${isMisspeltThere ? name : wrong}\` to \`${text}\``, sureness }
}
